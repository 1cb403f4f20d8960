"""Reads archives with Python's zipfile.

Input: archives, each preceded by its length as a little-endian 32-bit integer. Output: one line per archive, which is
a digest of the names and contents of its files, or "refused". `digestOf` in readers.ts computes the same digest.
"""
import hashlib
import io
import struct
import sys
import unicodedata
import zipfile

JUNK = {".ds_store", "thumbs.db", "desktop.ini"}


def normalized(raw):
    text = unicodedata.normalize("NFC", raw).replace("\\", "/")
    return "/".join(part for part in text.split("/") if part not in ("", "."))


def is_junk(name):
    base = name.rsplit("/", 1)[-1]
    return name.startswith("__MACOSX/") or base.startswith("._") or base.lower() in JUNK


def verdict(archive):
    try:
        lines = {}
        with zipfile.ZipFile(io.BytesIO(archive)) as zip_file:
            for info in zip_file.infolist():
                content = zip_file.read(info)
                name = normalized(info.filename)
                if not info.filename.endswith("/") and not is_junk(name):
                    lines[info.filename] = f"{name} {hashlib.sha256(content).hexdigest()}"
        return hashlib.sha256("\n".join(sorted(lines.values())).encode()).hexdigest()[:16]
    except Exception:
        return "refused"


while header := sys.stdin.buffer.read(4):
    (length,) = struct.unpack("<I", header)
    print(verdict(sys.stdin.buffer.read(length)), flush=True)
