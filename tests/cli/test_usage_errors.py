"""A command line that makes no sense gets one sentence, with what would be right."""

import pytest

from cli.command import schwarm

pytestmark = pytest.mark.slow


@pytest.mark.parametrize(
    ("line", "english", "german"),
    [
        (
            "mach",
            "“mach” is not a command; did you mean “match”?",
            "Es gibt keinen Befehl „mach“; meintest du „match“?",
        ),
        (
            "wrxq",
            "“wrxq” is not a command; see “schwarm --help” for the full list.",
            "Es gibt keinen Befehl „wrxq“; alle, die es gibt, nennt „schwarm --help“.",
        ),
        (
            "season tabel",
            "“tabel” is not a command; did you mean “table”?",
            "Es gibt keinen Befehl „tabel“; meintest du „table“?",
        ),
        (
            "data wrxq",
            "“wrxq” is not a command; see “schwarm data --help” for the full list.",
            "Es gibt keinen Befehl „wrxq“; alle, die es gibt, nennt „schwarm data --help“.",
        ),
        (
            "match greedy random --gmaes 2",
            "“--gmaes” is not an option here; did you mean “--games”?",
            "Es gibt hier keine Option „--gmaes“; meintest du „--games“?",
        ),
        (
            "check --wrxq",
            "“--wrxq” is not an option here; see “schwarm check --help” for the full list.",
            "Es gibt hier keine Option „--wrxq“; alle, die es gibt, nennt „schwarm check --help“.",
        ),
        (
            "match greedy",
            "TWO is missing; usage: schwarm match [OPTIONS] ONE TWO",
            "ZWEI fehlt; so geht es: schwarm match [OPTIONEN] EINS ZWEI",
        ),
        (
            "match greedy random more bots",
            "“more bots” is one argument too many; usage: schwarm match [OPTIONS] ONE TWO",
            "„more bots“ ist zu viel; so geht es: schwarm match [OPTIONEN] EINS ZWEI",
        ),
        ("play --seed x", "--seed takes a whole number, not “x”.", "--seed nimmt eine ganze Zahl, nicht „x“."),
        (
            "match greedy random -n 1",
            "--games takes a whole number of at least 2, not “1”.",
            "--games nimmt eine ganze Zahl ab 2, nicht „1“.",
        ),
        (
            "ladder mybot --seconds nan",
            "--seconds takes a number from 0.05 to 60, not “nan”.",
            "--seconds nimmt eine Zahl von 0.05 bis 60, nicht „nan“.",
        ),
        (
            "moves piranhas-2026 --rules own",
            "--rules takes documents or official, not “own”.",
            "--rules nimmt documents oder official, nicht „own“.",
        ),
        (
            "play --seed",
            "Option --seed requires an argument; see: schwarm play --help",
            "Die Option --seed braucht einen Wert; siehe: schwarm play --help",
        ),
    ],
)
def test_one_sentence(line: str, english: str, german: str) -> None:
    for lang, sentence in (("en", f"Error: {english}\n"), ("de", f"Fehler: {german}\n")):
        done = schwarm(*line.split(), lang=lang)
        assert (done.returncode, done.stdout, done.stderr) == (2, "", sentence)


def test_without_a_word_there_is_help() -> None:
    done = schwarm()
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("Usage: schwarm")
    for verb in ((), ("season",), ("data",)):
        done = schwarm(*verb, "--lang", "de")
        assert (done.returncode, done.stdout) == (2, "")
        assert done.stderr.startswith(" ".join(("Aufruf: schwarm", *verb)))
        assert "..." not in done.stderr, "a sentence is cut"
