"""What a bot inherits of our environment: what it needs to run, nothing that could be a secret."""

from collections.abc import Mapping

NEEDED = {
    *("PATH", "LANG", "LANGUAGE", "TZ", "HOME", "USER", "LOGNAME", "SHELL", "TERM", "TMPDIR", "TEMP", "TMP"),
    *("SYSTEMROOT", "COMSPEC", "PATHEXT", "VIRTUAL_ENV", "LD_LIBRARY_PATH"),
}
FAMILIES = ("LC_", "SCHWARM_", "PYTHON", "JAVA", "JDK", "DOTNET", "NODE_", "OMP_")
"""Beginnings of names: our own, and those of languages that bots are written in."""
SECRETS = ("PASSWORD", "PASSWD", "TOKEN", "SECRET", "KEY", "CREDENTIAL", "AUTH", "_CODE", "PRIVATE")


def filter_environment(ours: Mapping[str, str], *, sandboxed: bool) -> dict[str, str]:
    """The variables a bot may know. In a sandbox only what is needed; else all that do not sound like secrets."""
    return {name: value for name, value in ours.items() if not _is_secret(name) and (not sandboxed or _is_needed(name))}


def _is_secret(name: str) -> bool:
    return any(word in name.upper() for word in SECRETS)


def _is_needed(name: str) -> bool:
    return name.upper() in NEEDED or name.upper().startswith(FAMILIES)
