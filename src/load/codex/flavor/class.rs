//! Classes of characters as sets.

use regex_syntax::ast::{
    ClassAscii, ClassAsciiKind, ClassBracketed, ClassPerl, ClassPerlKind,
    ClassSet, ClassSetBinaryOpKind, ClassSetItem, ClassUnicode,
    ClassUnicodeKind,
};

/// Characters: each of ASCII, and whether any beyond may be in it.
#[derive(Clone, Copy)]
pub(super) struct Set {
    ascii: u128,
    beyond: bool,
    /// Whether nothing of ASCII is in it that is not in it there.
    is_exact: bool,
}

/// Whether a byte of ASCII has a property.
type Test = fn(u8) -> bool;

/// What letters of ASCII have a property; of others it is not known.
const PROPERTIES: &[(&str, Test)] = &[
    ("alpha", |b| b.is_ascii_alphabetic()),
    ("alphabetic", |b| b.is_ascii_alphabetic()),
    ("ascii", |_| true),
    ("decimalnumber", |b| b.is_ascii_digit()),
    ("digit", |b| b.is_ascii_digit()),
    ("l", |b| b.is_ascii_alphabetic()),
    ("letter", |b| b.is_ascii_alphabetic()),
    ("ll", |b| b.is_ascii_lowercase()),
    ("lowercase", |b| b.is_ascii_lowercase()),
    ("lowercaseletter", |b| b.is_ascii_lowercase()),
    ("lu", |b| b.is_ascii_uppercase()),
    ("n", |b| b.is_ascii_digit()),
    ("nd", |b| b.is_ascii_digit()),
    ("number", |b| b.is_ascii_digit()),
    ("uppercase", |b| b.is_ascii_uppercase()),
    ("uppercaseletter", |b| b.is_ascii_uppercase()),
];

impl Set {
    const ALL: Set = Set { ascii: !0, beyond: true, is_exact: false };
    const NONE: Set = Set { ascii: 0, beyond: false, is_exact: true };

    fn of(is_in: impl Fn(u8) -> bool, beyond: bool) -> Set {
        let all = (0..128_u8).filter(|byte| is_in(*byte));
        let ascii = all.fold(0, |set, byte| set | 1 << byte);
        Set { ascii, beyond, is_exact: true }
    }

    fn range(from: char, to: char) -> Set {
        let is_in = |byte: u8| (from..=to).contains(&char::from(byte));
        Set::of(is_in, !to.is_ascii())
    }

    fn not_if(self, negated: bool) -> Set {
        match (negated, self.is_exact) {
            (false, _) => self,
            (true, false) => Set::ALL,
            (true, true) => Set { ascii: !self.ascii, beyond: true, ..self },
        }
    }

    fn or(self, other: Set) -> Set {
        Set {
            ascii: self.ascii | other.ascii,
            beyond: self.beyond | other.beyond,
            is_exact: self.is_exact && other.is_exact,
        }
    }

    pub(super) fn of_perl(class: &ClassPerl) -> Set {
        let set = match class.kind {
            ClassPerlKind::Digit => Set::of(|b| b.is_ascii_digit(), true),
            ClassPerlKind::Space => {
                Set::of(|b| matches!(b, b'\t'..=b'\r' | b' '), true)
            }
            ClassPerlKind::Word => {
                Set::of(|b| b.is_ascii_alphanumeric() || b == b'_', true)
            }
        };
        set.not_if(class.negated)
    }

    pub(super) fn of_unicode(class: &ClassUnicode) -> Set {
        let name = match &class.kind {
            ClassUnicodeKind::OneLetter(c) => c.to_string(),
            ClassUnicodeKind::Named(name) => name.clone(),
            ClassUnicodeKind::NamedValue { value, .. } => value.clone(),
        };
        let letters = name.chars().filter(char::is_ascii_alphanumeric);
        let name: String = letters.map(|c| c.to_ascii_lowercase()).collect();
        let row = PROPERTIES.iter().find(|row| row.0 == name);
        let set = row.map_or(Set::ALL, |row| Set::of(row.1, true));
        set.not_if(class.is_negated())
    }

    fn of_ascii(class: &ClassAscii) -> Set {
        let is_in: Test = match class.kind {
            ClassAsciiKind::Alnum => |b| b.is_ascii_alphanumeric(),
            ClassAsciiKind::Alpha => |b| b.is_ascii_alphabetic(),
            ClassAsciiKind::Ascii => |_| true,
            ClassAsciiKind::Blank => |b| matches!(b, b' ' | b'\t'),
            ClassAsciiKind::Cntrl => |b| b.is_ascii_control(),
            ClassAsciiKind::Digit => |b| b.is_ascii_digit(),
            ClassAsciiKind::Graph => |b| b.is_ascii_graphic(),
            ClassAsciiKind::Lower => |b| b.is_ascii_lowercase(),
            ClassAsciiKind::Print => |b| b.is_ascii_graphic() || b == b' ',
            ClassAsciiKind::Punct => |b| b.is_ascii_punctuation(),
            ClassAsciiKind::Space => |b| matches!(b, b'\t'..=b'\r' | b' '),
            ClassAsciiKind::Upper => |b| b.is_ascii_uppercase(),
            ClassAsciiKind::Word => |b| b.is_ascii_alphanumeric() || b == b'_',
            ClassAsciiKind::Xdigit => |b| b.is_ascii_hexdigit(),
        };
        Set::of(is_in, false).not_if(class.negated)
    }

    /// What stands in brackets; letter case is given up before `^` counts.
    pub(super) fn of_brackets(class: &ClassBracketed, folds: bool) -> Set {
        Set::of_set(&class.kind, folds).not_if(class.negated)
    }

    fn of_set(set: &ClassSet, folds: bool) -> Set {
        let both = match set {
            ClassSet::Item(item) => {
                let set = Set::of_item(item, folds);
                return if folds { set.folded() } else { set };
            }
            ClassSet::BinaryOp(both) => both,
        };
        let (a, b) =
            (Set::of_set(&both.lhs, folds), Set::of_set(&both.rhs, folds));
        let is_exact = a.is_exact && b.is_exact;
        let (ascii, beyond) = match both.kind {
            ClassSetBinaryOpKind::Intersection => {
                (a.ascii & b.ascii, a.beyond && b.beyond)
            }
            ClassSetBinaryOpKind::Difference if b.is_exact => {
                (a.ascii & !b.ascii, a.beyond)
            }
            ClassSetBinaryOpKind::Difference => (a.ascii, a.beyond),
            ClassSetBinaryOpKind::SymmetricDifference if is_exact => {
                (a.ascii ^ b.ascii, a.beyond || b.beyond)
            }
            ClassSetBinaryOpKind::SymmetricDifference => {
                (a.ascii | b.ascii, a.beyond || b.beyond)
            }
        };
        Set { ascii, beyond, is_exact }
    }

    fn of_item(item: &ClassSetItem, folds: bool) -> Set {
        match item {
            ClassSetItem::Empty(_) => Set::NONE,
            ClassSetItem::Literal(one) => Set::range(one.c, one.c),
            ClassSetItem::Range(range) => {
                Set::range(range.start.c, range.end.c)
            }
            ClassSetItem::Ascii(class) => Set::of_ascii(class),
            ClassSetItem::Unicode(class) => Set::of_unicode(class),
            ClassSetItem::Perl(class) => Set::of_perl(class),
            ClassSetItem::Bracketed(class) => Set::of_brackets(class, folds),
            ClassSetItem::Union(all) => {
                let sets =
                    all.items.iter().map(|item| Set::of_item(item, folds));
                sets.fold(Set::NONE, Set::or)
            }
        }
    }

    /// With each letter in both cases.
    pub(super) fn folded(self) -> Set {
        let has = |byte: u8| self.ascii >> byte & 1 == 1;
        let both = Set::of(
            |b| has(b.to_ascii_lowercase()) || has(b.to_ascii_uppercase()),
            self.beyond,
        );
        Set { ascii: both.ascii | self.ascii, ..self }
    }

    pub(super) fn write(self, out: &mut String) {
        if self.ascii == 0 && !self.beyond {
            // Nothing at all.
            return out.push_str("[^\\u0000-\\uffff]");
        }
        out.push('[');
        let has = |byte: u8| byte < 128 && self.ascii >> byte & 1 == 1;
        let mut at = 0;
        while at < 128_u8 {
            if !has(at) {
                at += 1;
                continue;
            }
            let from = at;
            while has(at) {
                at += 1;
            }
            one(from, out);
            if at - from > 1 {
                if at - from > 2 {
                    out.push('-');
                }
                one(at - 1, out);
            }
        }
        out.push_str(if self.beyond { "\\u0080-\\uffff]" } else { "]" });
    }
}

/// A character of a class.
fn one(byte: u8, out: &mut String) {
    if byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'@') {
        out.push(char::from(byte));
    } else if byte.is_ascii_graphic() {
        out.extend(['\\', char::from(byte)]);
    } else {
        out.push_str(&format!("\\x{byte:02x}"));
    }
}

/// Whether what stands in brackets means the same here.
pub(super) fn is_alike(class: &ClassBracketed) -> bool {
    let ClassSet::Item(item) = &class.kind else { return false };
    is_alike_item(item)
}

fn is_alike_item(item: &ClassSetItem) -> bool {
    use regex_syntax::ast::{Literal, LiteralKind};
    let plain = |one: &Literal| match one.kind {
        LiteralKind::Verbatim => {
            one.c.is_ascii_alphanumeric() || "_-. ".contains(one.c)
        }
        LiteralKind::Meta => true,
        _ => false,
    };
    match item {
        ClassSetItem::Literal(one) => plain(one),
        ClassSetItem::Range(range) => plain(&range.start) && plain(&range.end),
        ClassSetItem::Perl(_) => true,
        ClassSetItem::Union(all) => all.items.iter().all(is_alike_item),
        _ => false,
    }
}
