"""A command line that makes no sense gets one sentence, with what would be right."""

import pytest

from cli.command import schwarm


@pytest.mark.parametrize(
    ("line", "english", "german"),
    [
        (
            "mach",
            "There is no command “mach”; did you mean “match”?",
            "Es gibt keinen Befehl „mach“; meintest du „match“?",
        ),
        (
            "wrxq",
            "There is no command “wrxq”; all that there are, “schwarm --help” lists.",
            "Es gibt keinen Befehl „wrxq“; alle, die es gibt, nennt „schwarm --help“.",
        ),
        (
            "match greedy random --gmaes 2",
            "There is no option “--gmaes” here; did you mean “--games”?",
            "Es gibt hier keine Option „--gmaes“; meintest du „--games“?",
        ),
        (
            "check --wrxq",
            "There is no option “--wrxq” here; all that there are, “schwarm check --help” lists.",
            "Es gibt hier keine Option „--wrxq“; alle, die es gibt, nennt „schwarm check --help“.",
        ),
        (
            "match greedy",
            "TWO is missing; it goes like this: schwarm match [OPTIONS] ONE TWO",
            "ZWEI fehlt; so geht es: schwarm match [OPTIONEN] EINS ZWEI",
        ),
        (
            "match greedy random more bots",
            "“more bots” is too much; it goes like this: schwarm match [OPTIONS] ONE TWO",
            "„more bots“ ist zu viel; so geht es: schwarm match [OPTIONEN] EINS ZWEI",
        ),
        ("play --seed x", "--seed takes a whole number, not “x”.", "--seed nimmt eine ganze Zahl, nicht „x“."),
        (
            "match greedy random -n 1",
            "--games takes a whole number from 2 on, not “1”.",
            "--games nimmt eine ganze Zahl ab 2, nicht „1“.",
        ),
        (
            "serve --soft -1",
            "--soft takes a number from 0 to 86400, not “-1.0”.",
            "--soft nimmt eine Zahl von 0 bis 86400, nicht „-1.0“.",
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
