"""Names in every script that players bring, and what a PDF draws for them."""

import io

import typst
from pypdf import PdfReader
from pypdf.generic import ContentStream, IndirectObject

NAMES = {
    "Tamil": "கார்த்திக் ஸ்ரீநிவாசன்",
    "Bengali": "শ্রীকান্ত বন্দ্যোপাধ্যায়",
    "Sinhala": "ක්‍රිෂාන්ත ප්‍රනාන්දු",
    "Malayalam": "കൃഷ്ണൻകുട്ടി ശ്രീജിത്ത്",
    "Gujarati": "શ્રીકૃષ્ણ પટેલ",
    "Telugu": "శ్రీనివాస్ కృష్ణమూర్తి",
    "Devanagari": "श्रीकृष्ण द्विवेदी",
    "Kannada": "ಶ್ರೀನಿವಾಸ ಕೃಷ್ಣಮೂರ್ತಿ",
    "Gurmukhi": "ਗੁਰਪ੍ਰੀਤ ਸਿੰਘ",
    "Odia": "ଶ୍ରୀକାନ୍ତ ପଟ୍ଟନାୟକ",
    "Urdu": "محمد یوسف ڈار",
    "Arabic": "عبد الرحمٰن",
    "Hebrew": "דוד כהן",
    "Chinese": "王秀英 張偉",
    "Japanese": "佐藤 さくら タナカ",
    "Korean": "김민준",
    "Cyrillic": "Юлія Шевченко",
    "Greek": "Γιώργος Παπαδόπουλος",
    "Vietnamese": "Nguyễn Thị Ánh",
    "Thai": "สมชาย ใจดี",
    "Burmese": "မောင်မောင်",
    "Khmer": "សុខា",
    "Lao": "ສົມພອນ",
}
UNKNOWN = "𓀀"  # a hieroglyph: no font here has one


def boxes(pdf: bytes) -> int:
    """How many glyphs of a PDF are .notdef, the box that stands for a character that a font does not have."""
    return sum(_boxes_of(page) for page in PdfReader(io.BytesIO(pdf)).pages)


def glyphs(pdf: bytes) -> int:
    """How many glyphs a PDF draws."""
    return sum(len(codes) for page in PdfReader(io.BytesIO(pdf)).pages for codes in _drawn(page))


def _boxes_of(page) -> int:
    return sum(codes.count(0) for codes in _drawn(page))


def _drawn(page):
    """The glyph numbers that each operator of a page draws; Typst writes two bytes a glyph, 0 being .notdef."""
    yield from _of_stream(ContentStream(page.get_contents(), page.pdf), page.get("/Resources"))


def _of_stream(stream, resources):
    resources = resources.get_object() if isinstance(resources, IndirectObject) else resources
    for operands, operator in stream.operations:
        if operator in (b"Tj", b"TJ"):
            texts = operands[0] if operator == b"TJ" else operands
            for text in texts:
                raw = getattr(text, "original_bytes", b"")
                yield [int.from_bytes(raw[at : at + 2], "big") for at in range(0, len(raw), 2)]
        elif operator == b"Do":
            form = resources["/XObject"][operands[0]].get_object()
            if form.get("/Subtype") == "/Form":
                yield from _of_stream(ContentStream(form, form.indirect_reference.pdf), form.get("/Resources"))


def shaped(text: str, family: str, fonts: "typst.Fonts") -> tuple[list[int], list[int]]:
    """The glyphs that a text is set with in one family, and those of its letters each set alone, in one document."""
    source = (
        f'#set text(font: "{family}")\n#sys.inputs.text\n#pagebreak()\n#sys.inputs.text.codepoints().join(linebreak())'
    )
    pdf = typst.compile(source.encode(), format="pdf", font_paths=fonts, sys_inputs={"text": text})
    together, apart = ([code for codes in _drawn(page) for code in codes] for page in PdfReader(io.BytesIO(pdf)).pages)
    return together, apart
