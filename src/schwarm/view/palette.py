"""The colours and line styles of all drawings, by theme, as data. A page can override every one of them."""

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Palette:
    """What a drawing is painted with, as CSS declarations by ink: line styles, and colours for light and for dark.

    An ink `red` is the class `sw-red`; a `url(#…)` names a gradient of the drawing.
    """

    lines: Mapping[str, str]
    colours: Mapping[str, tuple[str, str]]
    """Light first."""

    def rules(self, scope: str, theme: str) -> str:
        """The style sheet. `auto` follows the reader's system, light if that says nothing."""
        light = {ink: pair[0] for ink, pair in self.colours.items()}
        dark = {ink: pair[1] for ink, pair in self.colours.items()}
        lines = _rules(scope, self.lines)
        if theme == "auto":
            night = _rules(scope, {ink: dark[ink] for ink in dark if dark[ink] != light[ink]})
            return f"{lines}{_rules(scope, light)}@media (prefers-color-scheme:dark){{{night}}}"
        return lines + _rules(scope, dark if theme == "dark" else light)


def _rules(scope: str, inks: Mapping[str, str]) -> str:
    return "".join(
        f".{scope}.sw-{ink}{{{declared.replace('url(#', f'url(#{scope}-')}}}"
        for ink, declared in inks.items()
        if declared
    )


_ROUND = "fill:none;stroke-linecap:round;stroke-linejoin:round"

# The marks look alike in all games, so that a reader learns them once.
MARK_LINES = {
    "target": "stroke-width:3",
    "capture": "fill:none;stroke-width:7",
    "capture-halo": "fill:none;stroke-width:12",
    "selected": "stroke-width:5",
    "on-line": "stroke:none",
    "last-start": "stroke-width:4;stroke-dasharray:2 11;stroke-linecap:round",
    "last-to": "stroke-width:4",
    "cross": f"{_ROUND};stroke-width:11",
    "cross-halo": f"{_ROUND};stroke-width:19",
    "way": "stroke-width:3;stroke-linejoin:round",
    "no-way": "stroke-width:3;stroke-linejoin:round",
    "arrow": "stroke-width:3;stroke-linejoin:round",
    "arrow-minor": "stroke-width:3;stroke-linejoin:round",
    "badge": "stroke-width:4",
    "digits": f"{_ROUND};stroke-width:2.2",
}
MARK_COLOURS = {
    "target": ("fill:#0c8f5c;stroke:#fff", "fill:#4fe3a3;stroke:#06251b"),
    "capture": ("stroke:#0c8f5c", "stroke:#4fe3a3"),
    "capture-halo": ("stroke:#fff;stroke-opacity:.85", "stroke:#06251b;stroke-opacity:.85"),
    "selected": ("fill:#22c07f;fill-opacity:.3;stroke:#0c8f5c", "fill:#2fd091;fill-opacity:.28;stroke:#4fe3a3"),
    "on-line": ("fill:#7a2fb5;fill-opacity:.24", "fill:#d49bff;fill-opacity:.3"),
    "last-start": ("fill:#ffd23f;fill-opacity:.22;stroke:#b07d00", "fill:#ffd23f;fill-opacity:.12;stroke:#e5b92c"),
    "last-to": ("fill:#ffd23f;fill-opacity:.5;stroke:#c98f00", "fill:#ffd23f;fill-opacity:.32;stroke:#ffd23f"),
    "cross": ("stroke:#c3123a", "stroke:#ff5c7c"),
    "cross-halo": ("stroke:#fff", "stroke:#1a0209"),
    "way": ("fill:#7a2fb5;stroke:#fff", "fill:#d49bff;stroke:#1c0a2b"),
    "no-way": ("fill:#8a8f98;stroke:#fff", "fill:#a9b3bf;stroke:#10161c"),
    "arrow": ("fill:#0b7a4f;stroke:#fff;opacity:.95", "fill:#4fe3a3;stroke:#06251b;opacity:.95"),
    "arrow-minor": ("fill:#3f9d78;stroke:#fff;opacity:.65", "fill:#3cae80;stroke:#06251b;opacity:.75"),
    "count": ("fill:#7a2fb5;stroke:#fff", "fill:#d49bff;stroke:#1c0a2b"),
    "count-digits": ("stroke:#fff", "stroke:#1c0a2b"),
}


def _hull(colour: str) -> str:
    return f"fill:{colour};fill-opacity:.2;stroke:{colour}"


# What is drawn over the pieces of a side, on plain boards.
_SIDES = (
    ("red", ("#b9291a", "#ff8a76")),
    ("blue", ("#1747a4", "#8fcbff")),
    ("white", ("#7d8b95", "#fff")),
    ("black", ("#1a1f24", "#8fa3b1")),
    ("green", ("#12693a", "#6fe0a4")),
    ("yellow", ("#8a6a0c", "#ffd95e")),
)

PLAIN = Palette(
    lines={
        **MARK_LINES,
        "piece": "stroke-width:3",
        "letter": "font:700 42px sans-serif",
        "label": "font:600 32px sans-serif",
        "hull": "stroke-width:6;stroke-linejoin:round",
        "hull-minor": "stroke-width:4;stroke-dasharray:13 9;stroke-linejoin:round",
    },
    colours={
        **MARK_COLOURS,
        "ground": ("fill:#e9eef2", "fill:#171c21"),
        "pale": ("fill:#fdfefe", "fill:#2b343c"),
        "deep": ("fill:#d5dee6", "fill:#20272d"),
        "label": ("fill:#4a5763", "fill:#aebac5"),
        "red": ("fill:#d93a26;stroke:#6d1108", "fill:#ff6a52;stroke:#2e0603"),
        "red-letter": ("fill:#fff", "fill:#2e0603"),
        "blue": ("fill:#2263cf;stroke:#0a2357", "fill:#62aeff;stroke:#031634"),
        "blue-letter": ("fill:#fff", "fill:#031634"),
        "white": ("fill:#fff;stroke:#27343d", "fill:#fbfbf6;stroke:#1b252c"),
        "white-letter": ("fill:#27343d", "fill:#1b252c"),
        "black": ("fill:#2d343b;stroke:#06090c", "fill:#0b0f13;stroke:#aebac5"),
        "black-letter": ("fill:#fff", "fill:#e3eaed"),
        "green": ("fill:#1b8a4b;stroke:#06391d", "fill:#4cd98a;stroke:#04240f"),
        "green-letter": ("fill:#fff", "fill:#04240f"),
        "yellow": ("fill:#f2c230;stroke:#5c4300", "fill:#ffd95e;stroke:#2e2200"),
        "yellow-letter": ("fill:#3b2c00", "fill:#2e2200"),
        "neutral": ("fill:#7d8791;stroke:#333b43", "fill:#98a3ad;stroke:#14191e"),
        "neutral-letter": ("fill:#fff", "fill:#14191e"),
        **{f"{ink}-hull": (_hull(light), _hull(dark)) for ink, (light, dark) in _SIDES},
        **{f"{ink}-badge": (f"fill:{light};stroke:#fff", f"fill:{dark};stroke:#111") for ink, (light, dark) in _SIDES},
        **{f"{ink}-badge-digits": ("stroke:#fff", "stroke:#111") for ink, _ in _SIDES},
    },
)

AQUARIUM = Palette(
    lines={
        **MARK_LINES,
        "glass": "fill:none;stroke-width:6",
        "tile": "fill-opacity:0;stroke-width:1.5",
        "surface": f"{_ROUND};stroke-width:5",
        "bubble": "stroke-width:2.5",
        "teeth": "stroke-width:1.4;stroke-linejoin:round",
        "halo": "stroke-width:10;stroke-linejoin:round",
        "label": f"{_ROUND};stroke-width:2.1",
        "sand-label": f"{_ROUND};stroke-width:2.1",
        "squid": "stroke-width:3.2;stroke-linejoin:round",
        "squid-fin": "stroke-width:3.2;stroke-linejoin:round",
        "squid-arm": f"{_ROUND};stroke-width:5.5",
        "squid-arm-line": f"{_ROUND};stroke-width:11.5",
        "squid-fold": f"{_ROUND};stroke-width:2.8",
        "band": f"{_ROUND};stroke-width:64",
        "counted": "fill:none;stroke-width:5",
        "hull": "stroke-width:6;stroke-linejoin:round",
        "hull-minor": "stroke-width:4;stroke-dasharray:13 9;stroke-linejoin:round",
        **{f"{side}-fold": _ROUND for side in ("red", "blue", "white", "black")},
        **dict.fromkeys(("red", "blue", "white", "black"), "stroke-linejoin:round"),
        **{f"{side}-fin": "stroke-linejoin:round" for side in ("red", "blue", "white", "black")},
        "red-stripe": f"{_ROUND};stroke-width:6.5",
        "blue-spot": "stroke-width:2",
    },
    colours={
        **MARK_COLOURS,
        "water-top": ("stop-color:#e8f9fc", "stop-color:#1b567a"),
        "water-middle": ("stop-color:#c3e9f3", "stop-color:#0f3a5b"),
        "water-bottom": ("stop-color:#98d3e6", "stop-color:#08233d"),
        "water": ("fill:url(#water)", "fill:url(#water)"),
        "glass": ("stroke:#5ba9c4", "stroke:#2f6f92"),
        "ray-top": ("stop-color:#fff;stop-opacity:.12", "stop-color:#9fdcff;stop-opacity:.05"),
        "ray-bottom": ("stop-color:#fff;stop-opacity:0", "stop-color:#9fdcff;stop-opacity:0"),
        "ray": ("fill:url(#ray)", "fill:url(#ray)"),
        "surface": ("stroke:#fff;stroke-opacity:.9", "stroke:#9fdcff;stroke-opacity:.55"),
        "sand-top": ("stop-color:#f6e6bf", "stop-color:#6b5f47"),
        "sand-bottom": ("stop-color:#e2c58c", "stop-color:#463d2d"),
        "sand": ("fill:url(#sand)", "fill:url(#sand)"),
        "dune": ("fill:#dcbd80;fill-opacity:.55", "fill:#3b3326;fill-opacity:.6"),
        "pebble": ("fill:#c9ab78", "fill:#8d7d5d"),
        "weed": ("fill:#58b48c;fill-opacity:.85", "fill:#2d8467;fill-opacity:.85"),
        "weed-dark": ("fill:#37957a;fill-opacity:.85", "fill:#1f6552;fill-opacity:.9"),
        "bubble": (
            "fill:#fff;fill-opacity:.3;stroke:#fff;stroke-opacity:.85",
            "fill:#9fdcff;fill-opacity:.12;stroke:#9fdcff;stroke-opacity:.5",
        ),
        "pale": ("fill:#fff;fill-opacity:.5", "fill:#9fdcff;fill-opacity:.13"),
        "deep": ("fill:#0b7ea8;fill-opacity:.2", "fill:#020f1d;fill-opacity:.34"),
        "tile": ("stroke:#0b6c93;stroke-opacity:.16", "stroke:#9fdcff;stroke-opacity:.12"),
        "label": ("stroke:#1a5a77", "stroke:#b7e0f5"),
        "sand-label": ("stroke:#6f4f1b", "stroke:#f0dfb6"),
        "halo": ("fill:#fff;stroke:#fff;opacity:.75", "fill:#04172a;stroke:#04172a;opacity:.6"),
        "eye": ("fill:#fff;stroke:#14181c", "fill:#fff;stroke:#06101a"),
        "pupil": ("fill:#14181c", "fill:#06101a"),
        "glint": ("fill:#fff", "fill:#fff"),
        "teeth": ("fill:#fff;stroke:#3a2320", "fill:#fff;stroke:#2b100c"),
        "red": ("fill:#ec4f36;stroke:#5c0f08", "fill:#f4573f;stroke:#2b0502"),
        "red-fin": ("fill:#b9291a;stroke:#5c0f08", "fill:#d23a26;stroke:#2b0502"),
        "red-belly": ("fill:#ffc6a3", "fill:#ffd3b8"),
        "red-fold": ("stroke:#5c0f08", "stroke:#2b0502"),
        "red-stripe": ("stroke:#fff0df", "stroke:#fff3e6"),
        "blue": ("fill:#215ccc;stroke:#0a2357", "fill:#7cc0ff;stroke:#031634"),
        "blue-fin": ("fill:#123c8f;stroke:#0a2357", "fill:#4596ee;stroke:#031634"),
        "blue-belly": ("fill:#c2dcff", "fill:#e4f2ff"),
        "blue-fold": ("stroke:#0a2357", "stroke:#031634"),
        "blue-spot": ("fill:#f1f8ff;stroke:#0a2357", "fill:#0e3f86;stroke:#e4f2ff"),
        "white": ("fill:#fdfdf9;stroke:#27343d", "fill:#fbfbf6;stroke:#1b252c"),
        "white-fin": ("fill:#cfd9de;stroke:#27343d", "fill:#c6d2d9;stroke:#1b252c"),
        "white-belly": ("fill:#e6ecee", "fill:#e3eaed"),
        "white-fold": ("stroke:#27343d", "stroke:#1b252c"),
        "black": ("fill:#343b43;stroke:#06090c", "fill:#1d232a;stroke:#05080b"),
        "black-fin": ("fill:#1a1f24;stroke:#06090c", "fill:#0c1014;stroke:#05080b"),
        "black-belly": ("fill:#6a7580", "fill:#56626d"),
        "black-fold": ("stroke:#06090c", "stroke:#7f919e"),
        "squid": ("fill:#9a6fd6;stroke:#351a66", "fill:#b491ec;stroke:#1d0c3d"),
        "squid-fin": ("fill:#b694e6;stroke:#351a66", "fill:#cdb4f6;stroke:#1d0c3d"),
        "squid-arm": ("stroke:#9a6fd6", "stroke:#b491ec"),
        "squid-arm-line": ("stroke:#351a66", "stroke:#1d0c3d"),
        "squid-fold": ("stroke:#351a66", "stroke:#1d0c3d"),
        "band": ("stroke:#7a2fb5;stroke-opacity:.24", "stroke:#d49bff;stroke-opacity:.3"),
        "counted": ("stroke:#7a2fb5", "stroke:#d49bff"),
        "red-hull": ("fill:#ffb09e;fill-opacity:.6;stroke:#b9291a", "fill:#c9402c;fill-opacity:.42;stroke:#ff8a76"),
        "blue-hull": ("fill:#8fbcff;fill-opacity:.6;stroke:#1747a4", "fill:#5aa5f5;fill-opacity:.32;stroke:#8fcbff"),
        "white-hull": ("fill:#fff;fill-opacity:.55;stroke:#5c6b75", "fill:#fff;fill-opacity:.25;stroke:#fff"),
        "black-hull": ("fill:#1a1f24;fill-opacity:.3;stroke:#1a1f24", "fill:#000;fill-opacity:.4;stroke:#8fa3b1"),
        "red-badge": ("fill:#b9291a;stroke:#fff", "fill:#ff8a76;stroke:#2b0502"),
        "red-badge-digits": ("stroke:#fff", "stroke:#2b0502"),
        "blue-badge": ("fill:#1747a4;stroke:#fff", "fill:#8fcbff;stroke:#031634"),
        "blue-badge-digits": ("stroke:#fff", "stroke:#031634"),
        "white-badge": ("fill:#fff;stroke:#27343d", "fill:#fff;stroke:#1b252c"),
        "white-badge-digits": ("stroke:#27343d", "stroke:#1b252c"),
        "black-badge": ("fill:#1a1f24;stroke:#fff", "fill:#161b20;stroke:#c3d3de"),
        "black-badge-digits": ("stroke:#fff", "stroke:#fff"),
        "black-halo": ("", "fill:#d3e1ea;stroke:#d3e1ea;opacity:.95"),
    },
)

BEACH = Palette(
    lines={
        **MARK_LINES,
        "label": f"{_ROUND};stroke-width:2.1",
        "ripple": f"{_ROUND};stroke-width:3",
        "foam": f"{_ROUND};stroke-width:11",
        "shallow": f"{_ROUND};stroke-width:32",
        "wave": f"{_ROUND};stroke-width:4",
        "mast": f"{_ROUND};stroke-width:3",
        **dict.fromkeys(("red", "blue", "wood"), "stroke-width:3;stroke-linejoin:round"),
        **{f"{ink}-side": "stroke-width:3;stroke-linejoin:round" for ink in ("red", "blue", "wood")},
        **{f"{ink}-rim": "fill:none;stroke-width:2.5" for ink in ("red", "blue")},
        "animal": "stroke-width:3;stroke-linejoin:round",
        "animal-shade": "stroke-width:3;stroke-linejoin:round",
        "outline": f"{_ROUND};stroke-width:3",
        "rib": f"{_ROUND};stroke-width:2.2",
        "whisker": f"{_ROUND};stroke-width:1.8",
        "leg": f"{_ROUND};stroke-width:3.5",
        "beak": "stroke-width:2.6;stroke-linejoin:round",
        "wing": "stroke-width:2.8;stroke-linejoin:round",
        "amber": "stroke-width:3",
        "gleam": f"{_ROUND};stroke-width:4",
        "gnat-leg": f"{_ROUND};stroke-width:1.5",
        "slot": "stroke-width:3;stroke-dasharray:5 5",
    },
    colours={
        **MARK_COLOURS,
        "sea-top": ("stop-color:#5fb3be", "stop-color:#12424f"),
        "sea-bottom": ("stop-color:#3f95a8", "stop-color:#0a2a36"),
        "sea": ("fill:url(#sea)", "fill:url(#sea)"),
        "foam": ("stroke:#fff;stroke-opacity:.9", "stroke:#cfe9ee;stroke-opacity:.55"),
        "wave": ("stroke:#fff;stroke-opacity:.4", "stroke:#cfe9ee;stroke-opacity:.18"),
        "shallow": ("stroke:#fff;stroke-opacity:.25", "stroke:#cfe9ee;stroke-opacity:.12"),
        "shore": ("fill:#eed9a6", "fill:#75694f"),
        "sail": ("fill:#fff;fill-opacity:.92", "fill:#cfe0e4"),
        "mast": ("stroke:#6d4a24", "stroke:#2a1c0c"),
        "boat": ("fill:#8a5a2b", "fill:#6b4a28"),
        "pale": ("fill:#f6e7bf", "fill:#8c7e60"),
        "deep": ("fill:#b5dedd", "fill:#2b5b66"),
        "grain": ("fill:#d9bd82", "fill:#aa9b78"),
        "ripple": ("stroke:#84c3c8", "stroke:#417783"),
        "label": ("stroke:#fff", "stroke:#d5ecf1"),
        "shadow": ("fill:#0b3a48;fill-opacity:.22", "fill:#000;fill-opacity:.4"),
        "red": ("fill:#e8573f;stroke:#5c0f08", "fill:#d9452f;stroke:#2b0502"),
        "red-side": ("fill:#ab2b1c;stroke:#5c0f08", "fill:#9e2316;stroke:#2b0502"),
        "red-rim": ("stroke:#ffb8a6", "stroke:#ffc3b3"),
        "blue": ("fill:#1f52b4;stroke:#0a2357", "fill:#6cabff;stroke:#031634"),
        "blue-side": ("fill:#113679;stroke:#0a2357", "fill:#2f67bd;stroke:#031634"),
        "blue-rim": ("stroke:#a9ccff", "stroke:#e6f1ff"),
        "wood": ("fill:#efd3a2;stroke:#4a3313", "fill:#d9b885;stroke:#241705"),
        "wood-side": ("fill:#b08a50;stroke:#4a3313", "fill:#9c7844;stroke:#241705"),
        "animal": ("fill:#fff6e3;stroke:#2a1f1a", "fill:#fff6e3;stroke:#1c130f"),
        "animal-shade": ("fill:#e9d9bd;stroke:#2a1f1a", "fill:#e0cfb2;stroke:#1c130f"),
        "outline": ("stroke:#2a1f1a", "stroke:#1c130f"),
        "rib": ("stroke:#b99873", "stroke:#b99873"),
        "whisker": ("stroke:#2a1f1a", "stroke:#1c130f"),
        "freckle": ("fill:#d9a877", "fill:#d9a877"),
        "dark": ("fill:#2a1f1a", "fill:#1c130f"),
        "leg": ("stroke:#ffc53d", "stroke:#ffc53d"),
        "beak": ("fill:#ffc53d;stroke:#2a1f1a", "fill:#ffc53d;stroke:#1c130f"),
        "wing": ("fill:#c3ccd4;stroke:#2a1f1a", "fill:#b9c3cb;stroke:#1c130f"),
        "amber": ("fill:#f7a51c;stroke:#7a3f00", "fill:#f7a51c;stroke:#2b1500"),
        "gleam": ("stroke:#fff1c4", "stroke:#fff1c4"),
        "gnat": ("fill:#5a2c00", "fill:#4a2400"),
        "gnat-leg": ("stroke:#5a2c00", "stroke:#4a2400"),
        "slot": (
            "fill:#0b3a48;fill-opacity:.15;stroke:#fff;stroke-opacity:.75",
            "fill:#000;fill-opacity:.2;stroke:#cfe9ee;stroke-opacity:.5",
        ),
    },
)
