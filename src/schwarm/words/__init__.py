"""Everything a person reads, in German and English.

The English of a sentence is written where it is said, as a `Sentence`; its German is in the gettext catalogue under
`locale/`. Nothing here knows a rule, a board or a screen.
"""

from schwarm.words.errors import SchwarmError, trouble
from schwarm.words.figure import Figure, Moment, in_figures
from schwarm.words.language import DOMAIN, LANGUAGES, LOCALE, add_catalogue, detect, language, speaking, use
from schwarm.words.printable import is_visible, one_line, printable
from schwarm.words.sentence import Listing, Message, Sayable, Sentence, excerpt, open_forms, say, sentence

__all__ = [
    "DOMAIN",
    "LANGUAGES",
    "LOCALE",
    "Figure",
    "Listing",
    "Message",
    "Moment",
    "Sayable",
    "SchwarmError",
    "Sentence",
    "add_catalogue",
    "detect",
    "excerpt",
    "in_figures",
    "is_visible",
    "language",
    "one_line",
    "open_forms",
    "printable",
    "say",
    "sentence",
    "speaking",
    "trouble",
    "use",
]
