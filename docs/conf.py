"""The guide's settings. `make docs` builds it in English and German, see `scripts/guide`."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent / "_guide"))

import schwarm

project = "Schwarm"
author = "Schwarm"
version = release = schwarm.__version__
language = "en"  # German is chosen on the command line: -D language=de

extensions = [
    "myst_parser",
    "sphinx.ext.autodoc",
    "answers",
    "docstrings",
    "drawings",
    "keywords",
    "languages",
    "mending",
    "remembering",
]
source_suffix = {".md": "markdown"}
exclude_patterns = ["_*", "locale", "figures.md"]  # the tutorial shows the figures
nitpicky = False

myst_enable_extensions = ["attrs_block", "colon_fence", "deflist"]
myst_heading_anchors = 4
suppress_warnings = ["myst.header"]

# -- two languages ------------------------------------------------------------------------------------------------
locale_dirs = ["locale"]
gettext_compact = False
gettext_location = gettext_uuid = False
english_only = [
    *("rules", "decisions", "api/board", "api/conformance", "api/engine", "api/games", "api/launch", "api/learn"),
    *("api/player", "api/replay", "api/view", "api/words"),
]
"""Pages without German; in the German guide they say so themselves."""

# -- the API ------------------------------------------------------------------------------------------------------
autodoc_member_order = "bysource"
autodoc_typehints_format = "short"
autodoc_preserve_defaults = True
add_module_names = False
default_role = "code"  # docstrings put names into single backticks
python_maximum_signature_line_length = 150
toc_object_entries_show_parents = "hide"

# -- how it looks: nothing comes from another host ------------------------------------------------------------------
html_theme = "furo"
html_title = "Schwarm"
html_static_path = ["_static"]
templates_path = ["_templates"]
html_css_files = ["guide.css"]
html_js_files = [("drawers.js", {"loading_method": "defer"})]
html_search_scorer = str(Path(__file__).parent / "_guide" / "scorer.js")
html_favicon = "../src/schwarm/web/shell/icon.svg"
html_copy_source = False
html_show_sourcelink = False
html_show_sphinx = False
html_show_copyright = False
html_sidebars = {
    "**": [
        "sidebar/brand.html",
        "sidebar/search.html",
        "sidebar/language.html",
        "sidebar/scroll-start.html",
        "sidebar/navigation.html",
        "sidebar/scroll-end.html",
    ]
}
