"""Recompute the sums in an answer, so that a computed amount can be said.

offers   computed(text, known, asked=None) -> (results, problems)
         without_sums(text)    -> what else the text says

    ("4800 × 12 ÷ 16 = 3600", {4800, 12, 16}) -> ({3600}, [])

A result is allowed if every number of its expression is known (in a cited passage, given by the
caller, or itself the result of an expression before it) and the value is right to the cent.
"""

import re
import unicodedata
from fractions import Fraction

NUMBER = r"\d+(?:\.\d+)?\s*%?"
UNIT = r"(?:\s*(?:元|块|课时|天|小时|dollars?|euros?|days?|hours?|lessons?|months?))?"
TERM = rf"[(\s]*[$€£¥]?{NUMBER}{UNIT}[)\s]*"
EQUATION = re.compile(rf"({TERM}(?:[-+*/]{TERM})+)=\s*[$€£¥]?({NUMBER})")
TOKEN = re.compile(r"\d+(?:\.\d+)?%?|[-+*/()]")
SIGNS = str.maketrans({"×": "*", "÷": "/", "−": "-", "–": "-", "＝": "=", "·": "*", "，": "; "})
CENT = Fraction(1, 100)
LONGEST = 40  # tokens of one expression; spoken sums have a dozen


def plain(text):
    """'4,800 × 12 ÷ 16 ＝ 3600 元' -> '4800 * 12 / 16 = 3600 元'"""
    text = unicodedata.normalize("NFKC", text.translate(SIGNS))
    return re.sub(r"(?<=\d),(?=\d{3}(?!\d))", "", text)


def amount(token):
    """'5%' -> 1/20, '11.25' -> 45/4"""
    value = Fraction(token.rstrip("%"))
    return value / 100 if token.endswith("%") else value


def product(tokens):
    """Take a product or quotient off the front of the tokens and return its value."""
    value = factor(tokens)
    while tokens and tokens[0] in "*/":
        value = value * factor(tokens) if tokens.pop(0) == "*" else value / factor(tokens)
    return value


def factor(tokens):
    """Take one number, or one pair of brackets, off the front of the tokens."""
    token = tokens.pop(0)
    if token != "(":
        return amount(token)
    value = total(tokens)
    if tokens.pop(0) != ")":
        raise ValueError("a bracket is not closed")
    return value


def total(tokens):
    """Take a sum off the front of the tokens and return its value."""
    value = product(tokens)
    while tokens and tokens[0] in "+-":
        value = value + product(tokens) if tokens.pop(0) == "+" else value - product(tokens)
    return value


def evaluate(expression):
    """Return the value of + - * / ( ) over numbers and percentages, or None.

    '4800*12/16-4800*12/16*5%' -> 3420
    """
    tokens = TOKEN.findall(expression)
    try:
        value = total(tokens) if len(tokens) <= LONGEST else None
        return None if tokens else value
    except (ValueError, IndexError, ZeroDivisionError):
        return None


def computed(text, known, asked=None):
    """Return (results that are right, problems in words) of the equations in a text.

    known holds the numbers that may be used, as Fractions (5% is 1/20), asked those that the caller
    gave: where it is not None one of them must occur, else the passage itself would say the sum.
    "16 - 16 = 0" can give any price away, so a sum without anything left is a problem too.
    """
    results, problems, used = set(), [], set()
    for equation in EQUATION.finditer(plain(text)):
        numbers = {amount(one.replace(" ", "")) for one in re.findall(NUMBER, equation[1])}
        value, said = evaluate(equation[1]), amount(equation[2].replace(" ", ""))
        used |= numbers
        if not numbers <= known | results | (asked or set()):
            problems.append(f"a number without evidence in: {equation[0].strip()}")
        elif not said or 0 in numbers:
            problems.append(f"nothing is left in: {equation[0].strip()}")
        elif value is None or abs(value - said) >= CENT:
            problems.append(f"miscalculated: {equation[0].strip()}")
        else:
            results.add(said)
    if used and asked is not None and not used & asked:
        problems.append("a sum without a number of the caller's")
    return results, problems


def without_sums(text):
    """'You get 4800 * 12 / 16 = 3600 元 back.' -> 'You get  back.'"""
    return re.sub(rf"{EQUATION.pattern}{UNIT}", " ", plain(text))
