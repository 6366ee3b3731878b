//! Path pattern → text.

use super::super::{Anchor, PathGlob, Piece, Segment};

/// The pattern as text. Reading it again gives the same anchor and pattern.
pub fn print_path(anchor: Anchor, ascend: usize, glob: &PathGlob) -> String {
    let mut out = String::from(match anchor {
        Anchor::Root => "//",
        Anchor::Home => "~/",
        Anchor::Source => "/",
        Anchor::Cwd => "./",
    });
    for _ in 0..ascend {
        out.push_str("../");
    }
    for (at, segment) in glob.segments.iter().enumerate() {
        if at > 0 {
            out.push('/');
        }
        match segment {
            Segment::Deep => out.push_str("**"),
            Segment::Name(pieces) => {
                pieces.iter().for_each(|piece| print_piece(piece, &mut out));
            }
        }
    }
    if glob.directory {
        out.push('/');
    }
    if out.ends_with(' ') {
        out.pop();
        out.push_str("\\ ");
    }
    out
}

fn print_piece(piece: &Piece, out: &mut String) {
    match piece {
        Piece::Text(text) => {
            for c in text.chars() {
                if matches!(c, '*' | '?' | '[' | ']' | '\\' | '|') {
                    out.push('\\');
                }
                out.push(c);
            }
        }
        Piece::Star => out.push('*'),
        Piece::One => out.push('?'),
        Piece::Class { negated, ranges } => {
            out.push_str(if *negated { "[!" } else { "[" });
            if ranges.is_empty() {
                out.push_str("[:never:]");
            }
            for &(low, high) in ranges {
                print_member(low, out);
                if low < high {
                    out.push('-');
                    print_member(high, out);
                }
            }
            out.push(']');
        }
    }
}

fn print_member(c: char, out: &mut String) {
    if matches!(c, '[' | ']' | '\\' | '-' | '!' | '^') {
        out.push('\\');
    }
    out.push(c);
}
