"""Compiles the package: a copy of its source, shaped for the compiler, with extension modules beside it.

    python tools/native/build.py            makes build/native, the whole package compiled, unless it is there and of today's source
    python tools/native/build.py --path     prints where it is, if it is there and of today's source
    python tools/native/build.py lincoln    makes build/native-lincoln, with that title alone compiled: for trying things
    python tools/native/build.py --quick lincoln    the same without its advice and with less care of the C compiler: half of the time
    python tools/native/build.py --quick --into DIR toy    a title from elsewhere on the path, for a test
    python tools/native/build.py --into DIR --guest PACKAGE    and with PACKAGE.<title>.advice, another advice for each title, from the path

Whoever puts that folder first on the path runs the compiled build. Nothing is ever put into src/: what runs from there is what is there.
Without a C compiler, without mypyc, or with BIVOUAC_PURE=1 there is none.
"""

from __future__ import annotations

import argparse
import ast
import hashlib
import os
import shutil
import subprocess
import sys
import sysconfig
from collections.abc import Sequence
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
SOURCE = ROOT / "src" / "bivouac"
MADE = ROOT / "build" / "native"
STAMP = "made-from"
CORE = ("native", "kit/attrition", "kit/bits", "kit/lots", "kit/ranks", "hexes")
PLAYING = ("state", "frames", "kernel", "rules/*", "printed/map", "printed/units")
ROOMS = (*PLAYING, "view", "advice/*")
MORE = {  # read at every step; great fights
    "hold_the_line": ("printed/scenarios",),
    "gettysburg": ("reckon", "rounds"),
    "house_divided": ("reckon", "rounds"),
    "yankees_rebels": ("reckon",),
}
WITH_TUPLES = ("frames.py", "state.py", "printed/scenarios.py", "printed/map.py", "advice/plans.py", "advice/look.py", "advice/script.py")
TRIAL = """
import sys
from importlib import import_module
from random import Random
from bivouac import titles
from bivouac.core.ids import Side
from bivouac.titles import register
from bivouac.lab.simulate import Plan, play_one

for package in sys.argv[1:]:
    title = import_module(package).TITLE
    if title.id not in titles():
        register(title)
    title.flow.playout(title.setup(), Random(1).random)
    for scenario in title.scenarios:
        title.advice.evaluate(title.setup(scenario), Side.UNION)
        play_one(Plan(title.id, scenario, None, (), ("veteran", "veteran"), "trial"), 0)
"""
Groups = list[tuple[str, list[str]]]

SETTINGS = """
[mypy]
ignore_errors = True
ignore_missing_imports = True
"""
SCRIPT = """
import os
from mypyc.build import build_using_shared_lib, get_cflags, mypyc_build, setup_mypycify_vars
from mypyc.ir.ops import ERR_MAGIC, ERR_NEVER
from mypyc.ir.rtypes import bool_rprimitive, float_rprimitive, int_rprimitive, list_rprimitive, none_rprimitive
from mypyc.ir.rtypes import object_rprimitive, tuple_rprimitive
from mypyc.options import CompilerOptions
from mypyc.primitives.registry import function_op, method_op
from setuptools import setup

number, stack, thing = int_rprimitive, tuple_rprimitive, object_rprimitive
for name, given, found, function, error in (
    ("core.kit.bits.bits", [number], tuple_rprimitive, "CPySet_Members", ERR_MAGIC),
    ("core.kit.bits.stepped", [number, stack], number, "CPySet_Stepped", ERR_MAGIC),
    ("titles.yankees_rebels.printed.map.hexes_of", [number], list_rprimitive, "CPySet_Listed", ERR_MAGIC),
    ("core.native.meets", [number, number], bool_rprimitive, "CPySet_Meets", ERR_NEVER),
    ("core.native.beyond", [number, number], bool_rprimitive, "CPySet_Beyond", ERR_NEVER),
    ("core.native.less", [number, number], number, "CPySet_Less", ERR_NEVER),
    ("core.native.has", [number, number], bool_rprimitive, "CPySet_Has", ERR_NEVER),
    ("core.native.pushed", [stack, thing], stack, "CPyStack_Pushed", ERR_MAGIC),
    ("core.native.replaced", [stack, thing], stack, "CPyStack_Replaced", ERR_MAGIC),
    ("core.kit.attrition.chance_at", [thing, number], float_rprimitive, "CPyFloats_At", ERR_NEVER),
    ("core.kit.attrition.set_chance", [thing, number, float_rprimitive], none_rprimitive, "CPyFloats_Set", ERR_NEVER),
    ("core.kit.attrition.spread", [thing, thing, thing, float_rprimitive, number, number], none_rprimitive, "CPyFloats_Spread", ERR_MAGIC),
    ("core.kit.attrition.together", [stack, stack], stack, "CPyFloats_Together", ERR_MAGIC),
    ("core.native.copied", [list_rprimitive], list_rprimitive, "CPyList_Copied", ERR_MAGIC),
):
    if os.name == "posix":
        function_op("bivouac." + name, given, found, function, error)
if os.name == "posix":
    method_op("bit_count", [number], number, "CPySet_Count", ERR_NEVER)
    method_op("__getitem__", [list_rprimitive, number], thing, "CPyList_One", ERR_MAGIC, priority=9)
    method_op("__getitem__", [list_rprimitive, number], thing, "CPyList_Lent", ERR_MAGIC, is_borrowed=True, priority=10)
    method_op("__getitem__", [tuple_rprimitive, number], thing, "CPyTuple_One", ERR_MAGIC, priority=9)

groups = {groups!r}
options = CompilerOptions(separate=True)
options.global_opts = True  # all groups are made together, so that every class is known with all its children
separate = [(files, f"bivouac_{{name}}") for name, files in groups]
paths = ["--config-file", "mypy.ini", *(file for _, files in groups for file in files)]
made, files, _ = mypyc_build(paths, options, separate=separate)
setup_mypycify_vars()
flags = get_cflags(opt_level="{level}", debug_level="0")
libraries = []
for (sources, name), (written, needed) in zip(made, files):
    library, *modules = build_using_shared_lib(sources, name, written, needed, options.target_dir, flags, [])
    library.extra_compile_args = [*flags, *(["-include", "runtime.h"] if os.name == "posix" else [])]
    library.depends = [*library.depends, "runtime.h"]
    libraries += [library, *modules]
setup(name="bivouac", packages=[], ext_modules=libraries)
"""

# --- the copy -----------------------------------------------------------------------------------------------------------


def all_titles() -> list[str]:
    return [path.parent.name for path in sorted((SOURCE / "titles").glob("*/flow.py"))]


def package_of(name: str) -> str:
    """A title's package: one of ours by its name, or one from elsewhere."""
    return f"bivouac.titles.{name}" if (SOURCE / "titles" / name).is_dir() else name


def stage(out: Path, titles: list[str], rooms: Sequence[str], guest: str | None = None) -> Groups:
    """Copy the package and shape these rooms of the titles, and a guest's. Gives the groups of files to compile together, each with its
    name."""
    shutil.rmtree(out / "bivouac", ignore_errors=True)
    shutil.copytree(SOURCE, out / "bivouac", ignore=shutil.ignore_patterns("__pycache__", "*.so"))
    (out / "bivouac/core/native.py").write_text(base_source(), "utf-8")
    groups = [("core", stage_core(out)), *((name, stage_title(out, name, rooms)) for name in titles)]
    if guest is not None:
        copy_package(guest, out / guest)
        groups += [(f"{guest}_{name}", stage_guest(out, guest, name)) for name in titles]
    return groups


def copy_package(package: str, to: Path) -> None:
    shutil.rmtree(to, ignore_errors=True)
    shutil.copytree(Path(str(import_module(package).__file__)).parent, to, ignore=shutil.ignore_patterns("__pycache__"))


def stage_core(out: Path) -> list[str]:
    """Shape the files of the kernel that play. Gives the files to compile."""
    from shape import shaped

    files = [out / "bivouac/core" / f"{name}.py" for name in CORE]
    for path in files:
        path.write_text(shaped(path.read_text("utf-8"), {}, {}, states=False, tuples=False, sets=False), "utf-8")
    return [path.relative_to(out).as_posix() for path in files]


def base_source() -> str:
    """`core.native`: the classes that compiled titles are made from, the state's with the methods of `core.state`."""
    tree = ast.parse((SOURCE / "core/state.py").read_text("utf-8"))
    state = next(n for n in tree.body if isinstance(n, ast.ClassDef) and n.name == "State")
    methods = [n for n in state.body if isinstance(n, ast.FunctionDef) and n.name != "__init_subclass__"]
    lines = [f"    {line}" for n in methods for line in ("", *ast.unparse(n).replace("Self", "State").splitlines())]
    text = "\n".join(lines).replace("self.stack[:-1] + (frame,)", "replaced(self.stack, frame)")
    return (HERE / "base.py.txt").read_text("utf-8") + text.replace("self.stack + (frame,)", "pushed(self.stack, frame)") + "\n"


def stage_title(out: Path, name: str, rooms: Sequence[str]) -> list[str]:
    """Shape a title and write its kernel. Gives the files to compile."""
    from kernel import Kernel

    package = package_of(name)
    home = out / package.replace(".", "/")
    if package == name:
        copy_package(package, home)
    (home / "kernel.py").write_text(Kernel(import_module(package).TITLE).written(), "utf-8")
    with (home / "flow.py").open("a", encoding="utf-8") as flow:
        flow.write(f"\nfrom {package} import kernel as _kernel\n\nFLOW.compiled(_kernel)\n")
    files = [path for room in (*rooms, *MORE.get(name, ())) for path in sorted(home.glob(f"{room}.py"))]
    shape_files([path for path in files if path.name != "kernel.py"], home, package, package)
    return [path.relative_to(out).as_posix() for path in files]


def stage_guest(out: Path, guest: str, name: str) -> list[str]:
    """Shape a guest's advice for a title. Gives the files to compile."""
    home = out / guest / name
    files = sorted(home.glob("advice/*.py"))
    shape_files(files, home, f"{guest}.{name}", package_of(name))
    return [path.relative_to(out).as_posix() for path in files]


def shape_files(files: Sequence[Path], home: Path, package: str, title: str) -> None:
    """Shape some files of a package that plays a title: the title itself, or a guest's."""
    from shape import calling_kernel, shaped

    boxes = {box.name: int(box) for box in import_module(f"{title}.frames").Box}
    for path in files:
        inner = path.relative_to(home).as_posix()
        known = vars(import_module(f"{package}.{inner[:-3].replace('/', '.').removesuffix('.__init__')}"))
        numbers = {} if inner == "frames.py" else boxes
        source = calling_kernel(path.read_text("utf-8"), title) if inner.startswith("advice/") else path.read_text("utf-8")
        path.write_text(shaped(source, numbers, known, states=inner == "state.py", tuples=inner in WITH_TUPLES), "utf-8")


# --- compiling ----------------------------------------------------------------------------------------------------------


def is_pure_wanted() -> bool:
    return os.environ.get("BIVOUAC_PURE", "0") not in ("", "0")


def obstacle() -> str | None:
    """Why nothing can be compiled on this machine; None if it can."""
    if is_pure_wanted():
        return "BIVOUAC_PURE is set"
    compiler = (os.environ.get("CC") or sysconfig.get_config_var("CC") or "cc").split()[0]
    if shutil.which(compiler) is None:
        return "there is no C compiler"
    return None if Path(sysconfig.get_paths()["include"], "Python.h").exists() else "Python's header files are missing"


def missing_tool() -> str | None:
    return None if find_spec("mypyc") and find_spec("setuptools") and find_spec("msgspec") else "mypyc is not installed"


def flags() -> dict[str, str]:
    """For the C compiler: nobody outside calls what lies within a library, so that calls there may go straight."""
    if sys.platform != "linux":
        return {}
    more = {"CFLAGS": "-fno-semantic-interposition -fvisibility=hidden", "LDFLAGS": "-Wl,-Bsymbolic"}
    return {name: f"{os.environ.get(name, '')} {words}".strip() for name, words in more.items()}


def make(out: Path, titles: list[str], rooms: Sequence[str] = ROOMS, level: int = 2, guest: str | None = None) -> None:
    """The compiled package into `out`; what was there before is there until the new one is finished."""
    sys.path[:0] = [str(HERE), str(SOURCE.parent)]
    work, new = out.with_name(f"{out.name}-work"), out.with_name(f"{out.name}-new")
    made_from = fingerprint()
    shutil.rmtree(work / ".mypy_cache", ignore_errors=True)  # what mypyc kept of other source misleads it where a class has changed
    groups = stage(work, titles, rooms, guest)
    (work / "mypy.ini").write_text(SETTINGS)
    shutil.copy2(HERE / "runtime.h", work)
    (work / "compile.py").write_text(SCRIPT.format(groups=groups, level=level))
    command = [sys.executable, "compile.py", "-q", "build_ext", "--build-lib", "lib", "--parallel", str(os.cpu_count() or 1)]
    done = subprocess.run(command, cwd=work, env={**os.environ, **flags()}, capture_output=True, text=True)
    if done.returncode:
        raise RuntimeError(f"the compiler failed: {(done.stdout + done.stderr).strip()[-2000:]}")
    shutil.rmtree(new, ignore_errors=True)
    for top in {package_of(name).partition(".")[0] for name in titles} | {"bivouac"} | ({guest} if guest else set()):
        shutil.copytree(work / top, new / top)
    for name, files in groups:
        for module in (f"bivouac_{name}__mypyc", *(file.removesuffix(".py") for file in files)):
            library = module + sysconfig.get_config_var("EXT_SUFFIX")
            shutil.copy(work / "lib" / library, new / library)
    path = os.pathsep.join(filter(None, (str(new), os.environ.get("PYTHONPATH"))))
    play = [sys.executable, "-c", TRIAL, *map(package_of, titles)]
    trial = subprocess.run(play, env={**os.environ, "PYTHONPATH": path}, capture_output=True, text=True)
    if trial.returncode:
        raise RuntimeError(f"what was compiled does not play: {trial.stderr.strip()[-2000:]}")
    (new / STAMP).write_text(made_from)
    shutil.rmtree(out, ignore_errors=True)
    new.rename(out)


def fingerprint() -> str:
    """Of everything that the compiled package is made from."""
    digest = hashlib.sha256(sys.version.encode())
    for path in sorted((*SOURCE.rglob("*"), *HERE.glob("*"))):
        if path.is_file() and "__pycache__" not in path.parts:
            digest.update(path.relative_to(ROOT).as_posix().encode() + path.read_bytes())
    return digest.hexdigest()


def is_current(out: Path) -> bool:
    stamp = out / STAMP
    return stamp.exists() and stamp.read_text() == fingerprint()


# --- the command --------------------------------------------------------------------------------------------------------


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("titles", nargs="*")
    parser.add_argument("--path", action="store_true")
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--into", type=Path)
    parser.add_argument("--guest")
    args = parser.parse_args()
    if args.path:
        if not is_pure_wanted() and is_current(MADE):
            print(MADE)
        return 0
    titles = [name.replace("-", "_") for name in args.titles] or all_titles()
    is_whole = titles == all_titles() and not args.quick
    made = args.into or (MADE if is_whole else MADE.with_name("-".join((MADE.name, *args.titles, *["quick"] * args.quick))))
    why = obstacle() or missing_tool()
    if why is None and not is_current(made):
        print("Compiling the kernel and the rules …", file=sys.stderr)
        try:
            make(made, titles, *((PLAYING, 1) if args.quick else (ROOMS, 2)), args.guest)
        except (RuntimeError, OSError) as error:
            why = str(error)
    if why is not None:
        print(f"Plain Python: {why}.", file=sys.stderr)
        return 1
    print(made)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
