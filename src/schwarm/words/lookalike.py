"""Names that a reader takes for the same: capital or small, with marks, blanks and punctuation or without, in letters
of another script that look like Latin ones, or in Latin letters that look like each other.

A small kin of the skeletons in Unicode's technical standard 39, without case and punctuation.
"""

import unicodedata
from collections.abc import Iterator
from string import ascii_uppercase

from schwarm.words.printable import is_visible

# Each word is a Latin letter or a digit and what looks like it: Unicode's confusables without a decomposition, letters
# with a stroke, small capitals.
SHAPES = """
AΑАᎪᗅꓮ𐊠𖽀 aɑαаᴀ⍺ BΒВᏴᗷꓐꞴ𐊂𐊡𐌁 bƀƄʙβЬвᏏᑲᖯ CϹСᏟⲤꓚ𐊢𐌂𐐕𐔜𑣩𑣲🝌 cϲсᴄⲥꮯ𐐽 DĐᎠᗞᗪꓓ dđԁᏧᑯᴅꓒ EΕЕᎬ⋿ⴹꓰ𐊆𑢦𑢮 eεеҽᴇ℮ꬲ
FϜᖴꓝꞘ𐊇𐊥𐔥𑢢𑣂𝈓 fſքẝꜰꞙꬵ GԌᏀᏳꓖ gƍɡɢցᶃ HĦΗНᎻᕼⲎꓧ𐋏 hħʜнһհᏂ IƖǀΙІӀוןا١۱ᛁ∣⏽Ⲓⵏꓲ￨𐊊𐌉𐌠𖼨 iıɩɪ˛ͺιіᎥ⍳ꙇꭵ𑣃 JͿЈᎫᒍꓙꞲ jϳјᴊ
KΚКᏦᛕⲔꓗ𐔘 kκкᴋ LŁԼᏞᒪⳐꓡ𐐛𐔦𑢣𑢲𖼖𝈪 lłʟӏ MΜϺМᎷᗰᛖⲘꓟ𐊰𐌑 mмᴍ𑜀𑣣 NΝՈⲚꓠ𐔓 nɴηոռ OØΟОՕ০ଠ୦ዐⲞⵔ〇ꓳ𐊒𐊫𐐄𐓂𐔖𑓐𑢵𑣠
oøοσоօסه٥۵०੦૦௦౦೦ഠ൦๐໐ဝ၀ჿᴏᴑⲟꬽ𐐬𐓪𑣈𑣗 PΡРᏢᑭⲢꓑ𐊕 pρрᴘ⍴ⲣ QԚⵕ qԛգզꞯ RƦᎡᏒᖇꓣ𐒴𖼵𝈖 rɍʀгᴦⲅꭇꭈꮁ SЅՏᏕᏚꓢ𐊖𐐠𖼺 sƽѕꜱꮪ𐑈𑣁
TŦΤТᎢ⊤⟙Ⲧꓔ𐊗𐊱𐌕𑢼𖼊🝨 tŧτтᴛ UՍሀᑌ∪⋃ꓴ𐓎𑢸𖽂 uʋυսᴜꞟꭎꭒ𐓶𑣘 VѴ۷Ꮩᐯⴸꓦꛟ𐔝𑢠𖼈𝈍 vνѵᴠ∨⋁ꮩ𑜆𑣀 WԜᎳᏔꓪ𑣦𑣯 wɯωѡԝաᴡꮃ𑜊𑜎𑜏
XΧХ᙭ᚷ╳ⲬⵝꓫꞳ𐊐𐊴𐌗𐌢𐔧𑣬 x×χхᕁᕽ⤫⤬⨯ YΥУҮᎩᎽⲨꓬ𐊲𑢤𖽃 yɣʏγуүყᶌỿꭚ𑣜 ZΖᏃꓜ𐋵𑢩𑣥 zƶᴢꮓ𑣄 2ƧϨᒿꙄꛯꝚ 3ƷȜЗӠⳌꝪꞫ𑣊𖼻𝈆 4Ꮞ𑢯 5Ƽ𑢻 6бᏮⳒ𑣕
7𐓒𑣆𝈒 8Ȣȣ৪੪𐌚 9৭੧୨൭ⳊꝮ𑢬𑣌𑣖
"""
TABLE = {shape: word[0] for word in SHAPES.split() for shape in word[1:]}
# White letters on black, and those that make flags.
TABLE |= {chr(first + at): letter for first in (0x1F150, 0x1F170, 0x1F1E6) for at, letter in enumerate(ascii_uppercase)}
PAIRS = {"rn": "m", "vv": "w"}
STROKE = "1"
"""Read as i or as l: a capital I, a digit, a bar."""


def fold_name(name: str) -> str:
    """The name as others are compared with it, not to be shown."""
    # First to Latin: of some letters only the capital looks like one.
    folded = "".join(_fold_letters(name)).casefold()
    for pair, letter in PAIRS.items():
        folded = folded.replace(pair, letter)
    return folded or "".join(filter(is_visible, name))


def _fold_letters(name: str) -> Iterator[str]:
    for char in unicodedata.normalize("NFKD", name):
        letter = TABLE.get(char, char)
        if letter in "I|1":
            yield STROKE
        elif letter == "0":
            yield "o"
        elif is_visible(letter) and not unicodedata.category(letter).startswith(("P", "Sk")):
            yield letter


def fold_strokes(name: str) -> str:
    """The same, and i and l are one letter, too: for names in a set."""
    return fold_name(name).translate(dict.fromkeys(map(ord, "il"), STROKE))


def look_alike(one: str, two: str) -> bool:
    """Whether a reader may take one name for the other."""
    return _same_letters(fold_name(one), fold_name(two)) or fold_name(one.casefold()) == fold_name(two.casefold())


def _same_letters(one: str, two: str) -> bool:
    return len(one) == len(two) and all(
        a == b or (STROKE in (a, b) and {a, b} <= {STROKE, "i", "l"}) for a, b in zip(one, two, strict=True)
    )
