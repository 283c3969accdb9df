"""Pictures that come with a request, and answers that are a stored one."""

from django.http import HttpRequest, HttpResponse, HttpResponseNotModified

from carrom.printing.uploads import check_size

A_DAY = 24 * 3600


def sent_picture(request: HttpRequest, field: str, largest: int) -> bytes:
    """Return the file of a form. Raises UploadedPictureError: there is none, or it is larger than what is read."""
    file = request.FILES.get(field)
    check_size(file.size if file is not None else None, largest)
    return file.read() if file is not None else b""


def picture_answer(
    request: HttpRequest, content: bytes, kind: str, digest: str, *, may_be_stored: bool
) -> HttpResponse:
    """Return a picture; `may_be_stored` for one whose address changes with it and that nobody can take back.

    Any other is asked for again each time, so that it is gone at once. A browser takes it for nothing but a picture.
    """
    tag = f'"{digest}"'
    is_known = request.headers.get("If-None-Match", "") == tag
    answer = HttpResponseNotModified() if is_known else HttpResponse(content, content_type=kind)
    answer.headers["ETag"] = tag
    answer.headers["Cache-Control"] = f"private, max-age={A_DAY}, immutable" if may_be_stored else "private, no-cache"
    answer.headers["Content-Security-Policy"] = "default-src 'none'; frame-ancestors 'none'"
    answer.headers["Cross-Origin-Resource-Policy"] = "same-origin"
    answer.headers["Content-Disposition"] = "inline"
    return answer
