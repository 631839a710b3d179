"""A cluster's key: one file that only its owner can read, and without which nobody talks to another machine."""

import hashlib
from pathlib import Path

import pytest

from schwarm.arena import cluster_key
from schwarm.arena.cluster_key import (
    NoCluster,
    is_loopback,
    key_file,
    load_key,
    make_key,
    new_secret,
    secret_of,
    secure,
)


@pytest.fixture(autouse=True)
def own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster_key, "data_folder", lambda: tmp_path)


@pytest.mark.parametrize("address", ["127.0.0.1:8786", "localhost:8786", "[::1]:8786", "tcp://127.0.0.1:8786"])
def test_without_a_key_one_can_talk_on_this_machine(address: str) -> None:
    assert secure(address) == (f"tcp://{address.removeprefix('tcp://')}", None)


@pytest.mark.parametrize("address", ["10.0.0.1:8786", "room-07:8786", "tls://127.0.0.1:8786", "[fd00::1]:8786"])
def test_without_a_key_there_are_no_other_machines(address: str, tmp_path: Path) -> None:
    with pytest.raises(NoCluster) as caught:
        secure(address)
    assert str(caught.value) == (
        f"A cluster of several machines needs its key, and there is none at {tmp_path / 'cluster.pem'}; copy it there "
        "from the machine of “schwarm scheduler”, or say where it is with --cluster-key."
    )


def test_a_key_that_is_named_must_be_there(tmp_path: Path) -> None:
    with pytest.raises(NoCluster, match=r"there is none at .*mine\.pem"):
        secure("127.0.0.1:8786", tmp_path / "mine.pem")


@pytest.mark.parametrize(
    ("address", "problem"),
    [
        ("tcp://10.0.0.1:8786", "only with the cluster's key; leave out the tcp:// of tcp://10.0.0.1:8786"),
        ("ws://127.0.0.1:8786", "ws://127.0.0.1:8786 is not the address of a scheduler"),
    ],
)
def test_no_key_makes_up_for_another_way(address: str, problem: str) -> None:
    make_key(key_file())
    with pytest.raises(NoCluster, match=problem):
        secure(address)


def test_whoever_has_the_key_uses_it() -> None:
    make_key(key_file())
    assert key_file().stat().st_mode & 0o777 == 0o600
    for address in ("127.0.0.1:8786", "10.0.0.1:8786"):
        place, security = secure(address)
        assert place == f"tls://{address}"
        assert security.require_encryption
        assert security.tls_ca_file == security.tls_worker_cert == str(key_file())


def test_not_every_file_is_a_key(tmp_path: Path) -> None:
    (tmp_path / "wrong.pem").write_text("hello")
    with pytest.raises(NoCluster, match=r"wrong\.pem is not the key of a cluster; copy it again"):
        load_key(tmp_path / "wrong.pem")


def test_a_key_that_cannot_be_written_is_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(NoCluster, match=r"cannot be written to .*key\.pem \("):
        make_key(tmp_path / "file" / "key.pem")


def test_names_of_machines_are_not_loopback() -> None:
    assert not any(map(is_loopback, ("0.0.0.0", "::", "", "room-07", "localhost.example.org")))


def test_a_secret_means_the_same_for_ever(tmp_path: Path) -> None:
    """Also for a machine with a newer version, and in a folder that is not there yet."""
    path = tmp_path / "new" / "folder" / "key.pem"
    make_key(path, "2345-6789-ABCD-EFGH-JKLM-NPQR")
    assert (
        hashlib.sha256(path.read_bytes()).hexdigest()
        == "350ee80747302524ba8e7929f75694415995e904e0d07ab772d60fe86df66c88"
    )


def test_a_secret_is_the_same_key_on_every_machine(tmp_path: Path) -> None:
    secret = new_secret()
    make_key(tmp_path / "one.pem", secret)
    make_key(tmp_path / "two.pem", secret.lower().replace("-", " "))
    make_key(tmp_path / "three.pem")
    one, two, three = ((tmp_path / f"{name}.pem").read_text().partition("\n")[2] for name in ("one", "two", "three"))
    assert one == two != three
    assert secret_of(tmp_path / "one.pem") == secret != secret_of(tmp_path / "three.pem")
    load_key(tmp_path / "one.pem")
    for wrong in ("", secret[:-1], secret.replace(secret[0], "0")):
        with pytest.raises(NoCluster, match="not a cluster's secret"):
            make_key(tmp_path / "no.pem", wrong)
    assert not (tmp_path / "no.pem").exists()
    assert secret_of(tmp_path / "no.pem") is None
