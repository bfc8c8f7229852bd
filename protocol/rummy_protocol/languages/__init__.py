"""Catalogues of the languages but English: `CODE.po`, and `CODE.mo` made from it. No code."""
