"""Packs a folder: `python3 packaging/archive.py FOLDER ARCHIVE`, where ARCHIVE ends in `.tar.gz` or `.zip`.

The same files give the same bytes, whenever and by whomever they are packed: names are sorted, times and owners are the same for
all, and a file can be run by all or by nobody. `cargo xtask dist` runs it.
"""

import gzip
import io
import sys
import tarfile
import zipfile
from pathlib import Path

# The first day that a zip can name.
DAY = (1980, 1, 1, 0, 0, 0)
SECONDS = 315532800


def mode(path: Path) -> int:
    """Whether it can be run is all that is kept of a file's permissions."""
    return 0o755 if path.is_dir() or path.stat().st_mode & 0o100 or path.suffix == ".exe" else 0o644


def tar(folder: Path, paths: list[Path]) -> bytes:
    """A tar that is compressed without name and time."""
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode="w", format=tarfile.PAX_FORMAT) as archive:
        for path in paths:
            entry = archive.gettarinfo(path, path.relative_to(folder.parent).as_posix())
            entry.mtime, entry.mode = SECONDS, mode(path)
            entry.uid = entry.gid = 0
            entry.uname = entry.gname = ""
            if path.is_dir():
                archive.addfile(entry)
            else:
                with path.open("rb") as file:
                    archive.addfile(entry, file)
    return gzip.compress(packed.getvalue(), 9, mtime=0)


def zipped(folder: Path, paths: list[Path]) -> bytes:
    """A zip."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for path in paths:
            name = path.relative_to(folder.parent).as_posix()
            entry = zipfile.ZipInfo(name + "/" if path.is_dir() else name, DAY)
            entry.create_system, entry.external_attr = 3, mode(path) << 16
            entry.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(entry, b"" if path.is_dir() else path.read_bytes())
    return packed.getvalue()


def main() -> None:
    """Writes the archive."""
    folder, archive = (Path(word).resolve() for word in sys.argv[1:3])
    paths = [folder, *sorted(folder.rglob("*"))]
    pack = zipped if archive.suffix == ".zip" else tar
    archive.write_bytes(pack(folder, paths))


main()
