"""A bot in a zip: what is unpacked, and the sentence for every archive that is not."""

import errno
import os
import stat
import zipfile
from pathlib import Path

import pytest

from launch.refusal import packed, sentence
from schwarm.launch import CannotLaunch, MachineFault, bot_files, game_of, parse_player
from schwarm.launch.bot_files import unpack
from schwarm.words import excerpt


def test_not_a_zip(folder: Path) -> None:
    (folder / "team.zip").write_bytes(b"PK nothing")
    assert sentence("team.zip") == "team.zip is not a zip file, or it is broken; pack it again."


def test_no_start(folder: Path) -> None:
    packed(folder / "team.zip", {"main.py": ""})
    assert sentence("team.zip") == "team.zip has no start.sh, which starts the player; add one at the top."
    packed(folder / "team.zip", {"team/start.sh": ""})
    assert sentence("team.zip") == (
        "team.zip has team/start.sh, but start.sh must be at the top; pack the files, not their folder."
    )


def test_a_list_of_too_many_files_is_not_even_read(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    packed(folder / "team.zip", {"start.sh": "", **{f"file {number}": "" for number in range(30)}})
    monkeypatch.setattr(bot_files, "MAX_FILES", 20)
    monkeypatch.setattr(zipfile, "ZipFile", None)
    assert sentence("team.zip") == "team.zip contains 31 files; at most 20 can be unpacked."


def test_windows_lines_are_seen_and_corrected(folder: Path) -> None:
    packed(folder / "team.zip", {"start.sh": "#!/bin/sh\r\nexec true\r\n"})
    assert bot_files.has_windows_lines(folder / "team.zip")
    assert unpack(folder / "team.zip", folder / "unpacked").read_bytes() == b"#!/bin/sh\nexec true\n"
    packed(folder / "team.zip", {"start.sh": "#!/bin/sh\n"})
    assert not bot_files.has_windows_lines(folder / "team.zip")


@pytest.mark.parametrize("evil", ["../out", "a/../../out", "/etc/passwd", "C:/x", "..\\out", "a\\..\\..\\out"])
def test_paths_that_lead_outside(evil: str, folder: Path) -> None:
    packed(folder / "team.zip", {"start.sh": "", evil: "x"})
    assert sentence("team.zip") == (
        f"team.zip contains “{evil}”, which points outside of it; such archives are not unpacked."
    )


@pytest.mark.parametrize("name", [".", "x" * 256, "ü" * 128, "deep/" * 200 + "x"])
def test_names_that_no_file_can_have(name: str, folder: Path) -> None:
    packed(folder / "team.zip", {"start.sh": "", name: "x"})
    assert sentence("team.zip") == (
        f"team.zip contains “{excerpt(name)}”, which is no name that a file can have; rename it and pack it again."
    )


def test_a_file_without_a_name(folder: Path) -> None:
    path = packed(folder / "team.zip", {"start.sh": "", "x": "x"})
    path.write_bytes(path.read_bytes().replace(b"x", b"\0"))
    assert "contains “”, which is no name that a file can have" in sentence("team.zip")


@pytest.mark.parametrize("clash", ["a/b", "a/"])
def test_a_file_that_is_a_folder_as_well(clash: str, folder: Path) -> None:
    packed(folder / "team.zip", {"start.sh": "", "a": "x", clash: ""})
    assert sentence("team.zip") == (
        "team.zip contains “a” both as a file and as a folder; rename one of them and pack it again."
    )


@pytest.mark.parametrize("way", [".\\{}", "./{}"])
def test_folders_as_other_programs_write_them(way: str, folder: Path) -> None:
    with zipfile.ZipFile(folder / "team.zip", "w") as archive:
        for name in ("", "start.sh", "bot/", "bot/main.py"):
            entry = zipfile.ZipInfo()
            entry.filename = way.format(name.replace("/", "\\") if "\\" in way else name)
            archive.writestr(entry, "")
    parse_player("team.zip")
    unpack(folder / "team.zip", folder / "home")
    assert (folder / "home" / "bot" / "main.py").is_file()


def test_folders_without_end(folder: Path) -> None:
    packed(folder / "team.zip", {"start.sh": "", **{f"{number}" + "/a" * 200: "" for number in range(60)}})
    assert sentence("team.zip") == (
        "team.zip contains more than 10000 files and folders, which is too many; leave out what the bot does not need."
    )


@pytest.mark.parametrize("kind", [stat.S_IFLNK, stat.S_IFIFO, stat.S_IFCHR])
def test_links_and_devices(kind: int, folder: Path) -> None:
    packed(folder / "team.zip", {"start.sh": ""})
    with zipfile.ZipFile(folder / "team.zip", "a") as archive:
        entry = zipfile.ZipInfo("secret")
        entry.external_attr = (kind | 0o777) << 16
        archive.writestr(entry, "/etc/shadow")
    assert sentence("team.zip") == (
        "team.zip contains “secret”, which is a link or a device; only files and folders are unpacked."
    )


def test_a_zip_bomb(folder: Path) -> None:
    with zipfile.ZipFile(folder / "team.zip", "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("start.sh", "")
        archive.writestr("zeros", bytes(1_000_000))
        archive.infolist()[-1].file_size = 500_000_001
    assert (folder / "team.zip").stat().st_size < 10_000
    assert sentence("team.zip") == "team.zip would take more than 500 MB unpacked, which is too much."


def test_an_archive_that_lies_about_its_size(folder: Path) -> None:
    with zipfile.ZipFile(folder / "team.zip", "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("start.sh", "")
        archive.writestr("zeros", bytes(1_000_000))
        archive.infolist()[-1].file_size = 10
    with pytest.raises(CannotLaunch, match="cannot be unpacked"):
        unpack(folder / "team.zip", folder / "home")
    assert (folder / "home" / "zeros").stat().st_size <= 10


def test_too_many_files(folder: Path) -> None:
    packed(folder / "team.zip", {"start.sh": "", **{f"f{number}": "" for number in range(10_000)}})
    assert sentence("team.zip") == "team.zip contains 10001 files; at most 10000 can be unpacked."


def test_unpacking(folder: Path) -> None:
    with zipfile.ZipFile(folder / "team.zip", "w") as archive:
        archive.writestr("start.sh", "#!/bin/sh\r\necho hello\r\n")
        tool = zipfile.ZipInfo("bin/tool")
        tool.external_attr = (stat.S_IFREG | 0o6777) << 16
        archive.writestr(tool, "x")
    start = unpack(folder / "team.zip", folder / "home")
    assert start.read_bytes() == b"#!/bin/sh\necho hello\n"
    assert os.access(start, os.X_OK)
    assert stat.S_IMODE((folder / "home/bin/tool").stat().st_mode) == 0o755


def test_an_archive_that_changes_after_it_was_named(folder: Path) -> None:
    packed(folder / "team.zip", {"start.sh": ""})
    found = parse_player("team.zip")
    packed(folder / "team.zip", {"start.sh": "", "../out": ""})
    with pytest.raises(CannotLaunch, match="points outside"):
        unpack(found.path, folder / "home")


@pytest.mark.parametrize("damage", ["bytes", "bytes of LZMA", "password"])
def test_what_cannot_be_unpacked(damage: str, folder: Path) -> None:
    way = zipfile.ZIP_LZMA if "LZMA" in damage else zipfile.ZIP_DEFLATED
    path = packed(folder / "team.zip", {"start.sh": "echo hello " * 100, "a": "x"}, way)
    data = bytearray(path.read_bytes())
    if "bytes" in damage:
        data[50:60] = b"\xff" * 10
    elif damage == "password":
        data[data.index(b"PK\1\2") + 8] |= 1
        data[6] |= 1
    path.write_bytes(data)
    assert game_of(parse_player("team.zip")) is None
    with pytest.raises(CannotLaunch) as caught:
        unpack(path, folder / "home")
    assert str(caught.value) == "team.zip cannot be unpacked; pack it again, without a password."


SHORT = "“team.zip” cannot be started now, through no fault of its own: the system says “{}”; free some disk space or "


@pytest.mark.parametrize("number", [errno.ENOSPC, errno.EDQUOT, errno.EMFILE, errno.ENFILE, errno.EIO, errno.ENOMEM])
def test_what_the_machine_is_short_of_is_no_fault_of_an_archive(
    number: int, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*args: object) -> None:
        raise OSError(number, os.strerror(number), "team.zip")

    path = packed(folder / "team.zip", {"start.sh": ""})
    monkeypatch.setattr(zipfile.ZipFile, "extract", fail)
    with pytest.raises(MachineFault) as caught:
        unpack(path, folder / "home")
    assert str(caught.value) == SHORT.format(os.strerror(number)) + "memory, then try again."
    (folder / "mine.py").write_text("class Mine: ...")
    monkeypatch.setattr(Path, "open", fail)
    with pytest.raises(MachineFault, match=os.strerror(number)):
        parse_player("team.zip")
    monkeypatch.setattr(Path, "read_bytes", fail)
    with pytest.raises(MachineFault, match=os.strerror(number)):
        parse_player("mine.py:Mine")


def test_memory_that_an_archive_wants_is_not_what_the_machine_lacks(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*args: object) -> None:
        raise MemoryError

    monkeypatch.setattr(zipfile.ZipFile, "extract", fail)
    with pytest.raises(MachineFault, match="Cannot allocate memory"):
        unpack(packed(folder / "team.zip", {"start.sh": ""}), folder / "home")
    with pytest.raises(CannotLaunch, match="cannot be unpacked"):
        unpack(packed(folder / "team.zip", {"start.sh": ""}, zipfile.ZIP_LZMA), folder / "home")


def test_limits_are_those_of_the_documentation() -> None:
    assert (bot_files.MAX_UNPACKED_BYTES, bot_files.MAX_FILES) == (500_000_000, 10_000)
