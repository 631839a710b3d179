"""Where a client comes from, as far as that tells houses apart."""

from ipaddress import IPv4Address, IPv6Network, ip_address


def origin_of(peer: object) -> str:
    """An address as far as it tells houses apart: of IPv6 one house has a whole network. Nothing for a Unix socket."""
    if not isinstance(peer, tuple):
        return ""
    address = ip_address(peer[0].partition("%")[0])
    if isinstance(address, IPv4Address):
        return str(address)
    return str(address.ipv4_mapped or IPv6Network((address, 64), strict=False))


def is_local(peer: object) -> bool:
    """Whether somebody is on this machine. A Unix socket has no address; who reaches it is here."""
    if not isinstance(peer, tuple):
        return isinstance(peer, str)
    address: str = peer[0]
    return address == "::1" or address.startswith("127.")
