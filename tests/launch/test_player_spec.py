"""Every kind of name, and the sentence for every name that means nothing."""

import errno
import os
import shutil
import stat
import sys
import zipfile
from pathlib import Path

import pytest

from schwarm.launch import (
    Builtin,
    CannotLaunch,
    Command,
    Jar,
    MachineFault,
    PythonClass,
    Wait,
    Zip,
    bot_zip,
    game_of,
    parse_player,
)
from schwarm.launch.bot_zip import unpack
from schwarm.player import Greedy
from schwarm.player.partners import Partner


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def script(path: Path, text: str = "#!/bin/sh\n", mode: int = 0o755) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(text.encode())
    path.chmod(mode)
    return path


def packed(path: Path, files: dict[str, str], way: int = zipfile.ZIP_DEFLATED) -> Path:
    with zipfile.ZipFile(path, "w", way) as archive:
        for name, text in files.items():
            archive.writestr(name, text)
    return path


def sentence(name: str) -> str:
    with pytest.raises(CannotLaunch) as caught:
        parse_player(name)
    return str(caught.value)


# -- names that mean something -------------------------------------------------------------------------------


def test_sparring_partners() -> None:
    assert parse_player("greedy") == Builtin(Partner("greedy"))
    assert parse_player(" random ").title == "random"
    assert isinstance(parse_player("greedy").player(seed=1), Greedy)


def test_somebody_who_connects() -> None:
    assert parse_player("wait") == Wait()
    assert parse_player("wait").title == "wait"


@pytest.mark.parametrize(
    "text",
    [
        "class Mine: pass",
        "from elsewhere import Mine",
        "from elsewhere import Other as Mine",
        "Mine = make()",
        "try:\n    from fast import Mine\nexcept ImportError:\n    from slow import Mine",
        "if True:\n    class Mine: pass",
        "raise SystemExit  # the file is only looked at\nclass Mine: pass",
    ],
)
def test_a_class_in_a_file(text: str, folder: Path) -> None:
    (folder / "my bot.py").write_text(text)
    found = parse_player("my bot.py:Mine")
    assert found == PythonClass(folder.resolve() / "my bot.py", "Mine")
    assert found.title == "Mine"


def test_a_class_with_options_of_its_own(folder: Path) -> None:
    (folder / "mybot.py").write_text("class Mine: pass")
    found = parse_player("mybot.py:Mine:depth=3,fast")
    assert found == PythonClass(folder.resolve() / "mybot.py", "Mine", ("--depth=3", "--fast"))
    assert found.title == "Mine:depth=3,fast"
    assert parse_player("mybot.py:Mine:") == parse_player("mybot.py:Mine")
    expected = "“=3” is not a player's option; write options like this: mybot.py:MyPlayer:depth=3,fast"
    assert sentence("mybot.py:Mine:=3") == expected


def test_a_file_of_python(folder: Path) -> None:
    (folder / "my bot.py").write_text("")
    path = folder.resolve() / "my bot.py"
    assert parse_player("./my bot.py") == Command((sys.executable, str(path)), path.parent, path)
    assert parse_player("'./my bot.py' --depth 3").argv == (sys.executable, str(path), "--depth", "3")
    assert parse_player("./my bot.py").title == "my bot"


def test_scripts_and_commands(folder: Path) -> None:
    path = script(folder / "team" / "start.sh").resolve()
    assert parse_player("team/start.sh") == Command((str(path),), path.parent, path)
    assert parse_player("./team/start.sh --fast 'a b'").argv == (str(path), "--fast", "a b")
    assert parse_player("team/start.sh").title == "team"
    assert parse_player("sh -c true") == Command((str(shutil.which("sh")), "-c", "true"))
    assert parse_player("sh -c true").title == "sh"


@pytest.mark.parametrize("file", ["b2/bot.py", "mybot.jar", "'my bot.zip'"])
def test_a_command_may_end_like_a_file(file: str) -> None:
    assert parse_player(f"sh {file}") == Command((str(shutil.which("sh")), file.strip("'")))


def test_a_missing_file_with_blanks_in_its_name_is_no_command(folder: Path) -> None:
    assert sentence("mein bot.py") == "There is no file mein bot.py."
    (folder / "sh bot.py").touch()
    assert parse_player("sh bot.py").title == "sh bot"


def test_a_script_without_its_first_line_is_for_the_shell(folder: Path) -> None:
    path = script(folder / "run.sh", "echo hello\n").resolve()
    assert parse_player("run.sh").argv == ("/bin/sh", str(path))
    assert parse_player("run.sh").title == "run"


def test_a_zip(folder: Path) -> None:
    packed(folder / "team.ZIP", {"start.sh": "#!/bin/sh\n", "data/book.txt": "x"})
    assert parse_player("team.ZIP") == Zip(folder.resolve() / "team.ZIP")
    assert parse_player("team.ZIP").title == "team"


def test_a_jar(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (folder / "team.jar").write_bytes(b"")
    java = script(folder / "bin" / "java")
    monkeypatch.setenv("PATH", str(java.parent))
    assert parse_player("team.jar") == Jar(folder.resolve() / "team.jar", str(java))
    assert parse_player("team.jar").title == "team"


# -- names that mean nothing ---------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["wels", "wels --fast", "", "start.sh"])
def test_unknown_names(name: str) -> None:
    assert sentence(name) == (
        f"“{name}” is neither a player nor a bot's folder here; players are random, greedy, hecht and wait, "
        "folders with a start.sh, classes like mybot.py:MyPlayer, commands, and .zip and .jar files."
    )


def test_what_was_meant(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "mybot").mkdir()
    (tmp_path / "mybot" / "start.sh").write_text("#!/bin/sh\n")
    monkeypatch.chdir(tmp_path)
    assert sentence("mybt") == "“mybt” is neither a player nor a bot's folder here; did you mean “mybot”?"
    (tmp_path / "clever.py").touch()
    assert sentence("clever") == "“clever” is neither a player nor a bot's folder here; did you mean “clever.py”?"
    assert sentence("greddy") == "“greddy” is neither a player nor a bot's folder here; did you mean “greedy”?"
    monkeypatch.chdir(tmp_path / "mybot")
    assert sentence("mybot") == "You are already in the folder “mybot”; from here, call the bot “.”."


@pytest.mark.parametrize("name", ["./start.sh", "a/b.zip", "mybot.py", "/nowhere/start.sh -x"])
def test_missing_files(name: str) -> None:
    assert sentence(name) == f"There is no file {Path(name.split(maxsplit=1)[0])!s}."


def test_a_class_in_a_missing_file() -> None:
    assert sentence("mybot.py:MyPlayer") == "There is no file mybot.py."


def test_a_jar_needs_java(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (folder / "team.jar").write_bytes(b"")
    monkeypatch.setenv("PATH", str(folder))
    assert sentence("team.jar") == "team.jar needs Java, but there is no program “java” on this computer."


def test_a_folder(folder: Path) -> None:
    (folder / "team").mkdir()
    for name in ("team", "./team", "team/"):
        assert sentence(name) == f"{name} is a folder without a start.sh; name the file in it that starts the player."
    path = script(folder / "team" / "start.sh").resolve()
    for name in ("team", "./team", "team/"):
        found = parse_player(name)
        assert found == parse_player("team/start.sh")
        assert found.title == "team"
        assert isinstance(found, Command)
        assert found.script == path


@pytest.mark.skipif(os.name == "nt", reason="on Windows everything is executable")
def test_a_path_is_never_a_player_by_name(folder: Path) -> None:
    start = script(folder / "greedy" / "start.sh")
    assert parse_player(Path("greedy")) == Command((str(start),), start.parent, start)
    with pytest.raises(CannotLaunch, match=r"There is no file .*/random\."):
        parse_player(Path("random"))


def test_what_is_no_name_at_all() -> None:
    with pytest.raises(CannotLaunch) as caught:
        parse_player(Greedy)  # type: ignore[arg-type]
    assert str(caught.value) == (
        "A player is named by a text, like greedy or mybot.py:MyPlayer, or by a path; "
        "<class 'schwarm.player.sparring.Greedy'> is neither."
    )


def test_not_executable(folder: Path) -> None:
    path = script(folder / "start.sh", mode=0o644).resolve()
    assert sentence("./start.sh") == f"{path} is not executable; make it so with: chmod +x {path}"
    (folder / "my bot").mkdir()
    path = script(folder / "my bot" / "start.sh", mode=0o644).resolve()
    assert sentence("my bot") == f"{path} is not executable; make it so with: chmod +x '{path}'"


def test_windows_line_ends(folder: Path) -> None:
    path = script(folder / "start.sh", "#!/bin/sh\r\necho\r\n").resolve()
    assert sentence("./start.sh") == (
        f"{path} has Windows line endings, so Linux cannot start it; save it with Unix line endings."
    )


def test_quotation_marks() -> None:
    assert sentence("sh -c 'echo") == "A quotation mark is missing in “sh -c 'echo”."


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("class Other: pass\nclass Another: pass", "mybot.py has no class “Mine”; it has Other and Another."),
        ("import schwarm", "mybot.py has no class “Mine”, nor any other class."),
        ("x = 1\nclass:", "Line 2 of mybot.py is not valid Python: invalid syntax."),
        ("\0", "mybot.py cannot be read."),
    ],
)
def test_a_class_that_is_not_there(text: str, expected: str, folder: Path) -> None:
    (folder / "mybot.py").write_text(text)
    assert sentence("mybot.py:Mine") == expected


# -- archives ------------------------------------------------------------------------------------------------


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
    monkeypatch.setattr(bot_zip, "MAX_FILES", 20)
    monkeypatch.setattr(zipfile, "ZipFile", None)
    assert sentence("team.zip") == "team.zip contains 31 files; at most 20 can be unpacked."


def test_windows_lines_are_seen_and_corrected(folder: Path) -> None:
    packed(folder / "team.zip", {"start.sh": "#!/bin/sh\r\nexec true\r\n"})
    assert bot_zip.has_windows_lines(folder / "team.zip")
    assert unpack(folder / "team.zip", folder / "unpacked").read_bytes() == b"#!/bin/sh\nexec true\n"
    packed(folder / "team.zip", {"start.sh": "#!/bin/sh\n"})
    assert not bot_zip.has_windows_lines(folder / "team.zip")


@pytest.mark.parametrize("evil", ["../out", "a/../../out", "/etc/passwd", "C:/x", "..\\out", "a\\..\\..\\out"])
def test_paths_that_lead_outside(evil: str, folder: Path) -> None:
    packed(folder / "team.zip", {"start.sh": "", evil: "x"})
    assert sentence("team.zip") == (
        f"team.zip contains “{evil}”, which points outside of it; such archives are not unpacked."
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


@pytest.mark.parametrize("damage", ["bytes", "bytes of LZMA", "password", "twice"])
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
    if damage == "twice":
        packed(path, {"start.sh": "", "a": "x", "a/b": "y"})
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
    monkeypatch.setattr(bot_zip, "_check_list", fail)
    with pytest.raises(MachineFault, match=os.strerror(number)):
        parse_player("team.zip")
    monkeypatch.setattr(Path, "read_bytes", fail)
    (folder / "mine.py").write_text("class Mine: ...")
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
    assert (bot_zip.MAX_UNPACKED_BYTES, bot_zip.MAX_FILES) == (500_000_000, 10_000)


@pytest.mark.parametrize(
    "name", ["x" * 300, "x" * 300 + ".zip", "./" + "x" * 300, "x" * 300 + " --fast", "~nobody-here/b"]
)
def test_names_that_no_file_can_have_get_a_sentence(name: str) -> None:
    assert "\n" not in sentence(name)
    assert len(sentence(name)) < 400
