"""QR codes as SVG, dark on light in both themes, because not every camera reads the reverse."""

import io

QUIET_ZONE = 4  # modules, as the standard demands


def svg(text: str) -> str:
    import segno  # noqa: PLC0415  # slow to import, and few tables need it

    out = io.BytesIO()
    code = segno.make_qr(text, error="m")
    code.save(out, kind="svg", border=QUIET_ZONE, light="#fff", dark="#000", xmldecl=False, omitsize=True)
    return out.getvalue().decode()
