"""Layouts that are not the usual one are refused where they are asked for: never a wrong number."""

from __future__ import annotations

import pytest

from tests.cuda.helpers import clean, faults, last_addresses, read

USE = "\n__shared__ A s[32]; s[threadIdx.x].b = 1;"
PACKED = "a packed layout is not read"
VIRTUAL = "`A` has virtual functions or bases, whose layout is not read"


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("struct __attribute__((packed)) A{char a; double b;};", f"1:8: {PACKED}"),
        ("struct A{char a; double b;}__attribute__((packed));", f"1:28: {PACKED}"),
        ("struct A{char a; double b;}__attribute__((__packed__));", f"1:28: {PACKED}"),
        ("struct A{char a;\ndouble b __attribute__((packed));};", f"2:10: {PACKED}"),
        ("typedef struct {char a; double b;}__attribute__((packed)) A;", f"1:35: {PACKED}"),
        ("struct [[gnu::packed]] A{char a; double b;};", f"1:8: {PACKED}"),
        ("enum E{X} __attribute__((packed)); struct A{E a; char b;};", f"1:11: {PACKED}"),
        ("struct A{float b; virtual void f();};", f"1:1: {VIRTUAL}"),
        ("struct A{float b; virtual void f(){}};", f"1:1: {VIRTUAL}"),
        ("struct A{float b; virtual ~A();};", f"1:1: {VIRTUAL}"),
        ("struct A{float b; __device__ virtual int f() const = 0;};", f"1:1: {VIRTUAL}"),
        ("struct B{int c;}; struct A: virtual B{float b;};", f"1:19: {VIRTUAL}"),
    ],
)
def test_an_attribute_or_a_virtual_member_is_refused(code: str, expected: str) -> None:
    assert faults(code + USE)[0] == expected
    assert not read(code + USE).accesses


@pytest.mark.parametrize(
    "pragma",
    [
        "#pragma pack(1)",
        "#pragma pack(push, 1)",
        "#pragma pack(push)\n#pragma pack(2)",
        "# pragma pack( 4 )",
    ],
)
def test_a_struct_under_pragma_pack_is_refused(pragma: str) -> None:
    line = pragma.count("\n") + 1
    code = f"{pragma}\nstruct A{{char a; double b;}};\n#pragma pack(pop)" + USE
    message = f"the layout under #pragma pack (line {line}) is not read"
    assert faults(code)[0] == f"{line + 1}:1: {message}"
    assert not read(code).accesses


def test_the_pragma_operator_packs_as_well() -> None:
    code = '_Pragma("pack(1)")\nstruct A{char a; double b;};' + USE
    assert any("under #pragma pack (line 1)" in fault for fault in faults(code))
    assert not read(code).accesses


@pytest.mark.parametrize(
    "end", ["#pragma pack(pop)", "#pragma pack()", "#pragma pack(show)\n#pragma pack(pop)"]
)
def test_outside_the_pragma_the_layout_is_the_usual_one(end: str) -> None:
    code = (
        f"#pragma pack(push, 1)\nstruct P{{char a;}};\n{end}\nstruct A{{char a; double b;}};{USE}"
    )
    traced = read(code)
    assert [u.line for u in traced.unread] == [2]
    assert last_addresses(traced)[:2] == [8, 24]


def test_a_nested_pop_goes_back_to_the_pack_around_it() -> None:
    code = (
        "#pragma pack(1)\n#pragma pack(push, 2)\n#pragma pack(pop)\n"
        "struct A{char a; double b;};" + USE
    )
    assert "under #pragma pack" in faults(code)[0]


def test_aligned_and_plain_structs_are_read() -> None:
    code = "struct __attribute__((aligned(16))) A{float final; double b; void packed(){}};" + USE
    assert last_addresses(clean(code))[:2] == [8, 24]
    assert last_addresses(clean("#pragma unroll\nstruct A{char a; double b;};" + USE))[0] == 8
