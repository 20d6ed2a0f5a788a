"""Every code a fault can have, and what it means: the one table that documents them."""

from __future__ import annotations

from collections.abc import Mapping

CODES: Mapping[str, str] = {
    # Files and their text
    "E101": "a file or folder can't be read, or is missing",
    "E102": "a link that leaves the pack, or a link to a folder",
    "E103": "more than a pack may hold (bytes, files, folders, faults)",
    "E104": "bytes that are not UTF-8",
    "E105": "a character that could act on a terminal instead of being shown",
    "E106": "a byte order mark",
    "E107": "Windows line ends",
    "W108": "a file that no pack uses",
    # YAML: pack.yaml and front matter
    "E201": "text that is not YAML",
    "E202": "an anchor, alias, tag or directive",
    "E203": "a key given twice",
    "E204": "YAML that is too deep or too large",
    "E205": "a key that is missing",
    "E206": "a key that nothing knows",
    "E207": "a value that does not fit its key",
    "E208": "front matter that is missing or not closed",
    "E209": "a key that does not go with the card's kind or with another key",
    # Markdown
    "E301": "a section that nothing knows, or that the card's kind does not have",
    "E302": "a section that is missing",
    "E303": "a section given twice",
    "E304": "a section without text",
    "E305": "text outside any card",
    "E306": "Markdown that cards do not have",
    "E307": "a code fence without a known language",
    "E308": "a code fence whose info string or body can't be used",
    "E309": "a code fence that is not closed",
    "E310": "a code fence whose name is missing, taken or in the wrong place",
    "E311": "a mark `// ?` too many",
    "E312": "a quote that is not the one `> Why:` of a step",
    "E313": "a trap that no answer can reach, or that can't be read",
    "E314": "a figure `{{…}}` that can't be read, or where figures are not filled in",
    # The pack as a whole
    "E401": "an id that is taken",
    "E402": "a prerequisite that is not in the pack",
    "E403": "prerequisites that go in a circle",
    "E404": "a template whose parameters can't be drawn or do not fit its code",
    "E405": "a translation without its original, or that differs from it in shape",
    "W406": "a translation that leaves something out",
    "W407": "a value of `set` that no code of the card uses",
    "E408": "evidence that the pack does not have",
    "W409": "evidence that no card cites",
    "E410": "a glossary's link to a term that is not there",
    "E411": "a word that the glossary has twice",
    # What the engine says
    "E501": "code that can't be traced",
    "E502": "no access to ask about",
    "E503": "a figure that the engine can't give",
    "E504": "a stated answer that the engine contradicts",
    "E505": "a trap that is set on the right answer",
    "E506": "an access executed more than once, with different figures",
    "W507": "a cell that the engine contradicts",
}
