"""Every kind of name, and the sentence for every name that means nothing."""

import os
import shutil
import sys
from pathlib import Path

import pytest

from launch.refusal import packed, sentence
from schwarm.launch import Builtin, CannotLaunch, Command, Jar, PythonClass, Wait, Zip, parse_player
from schwarm.player import Greedy
from schwarm.player.partners import Partner

pytestmark = pytest.mark.usefixtures("folder")


def script(path: Path, text: str = "#!/bin/sh\n", mode: int = 0o755) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(text.encode())
    path.chmod(mode)
    return path


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
        "<class 'schwarm.player.simple_players.Gr… is neither."
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


@pytest.mark.parametrize(
    "name", ["x" * 300, "x" * 300 + ".zip", "./" + "x" * 300, "x" * 300 + " --fast", "~nobody-here/b"]
)
def test_names_that_no_file_can_have_get_a_sentence(name: str) -> None:
    assert "\n" not in sentence(name)
    assert len(sentence(name)) < 400
