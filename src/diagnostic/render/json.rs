use std::collections::BTreeSet;

use super::places::Places;
use super::write::Json;
use crate::diagnostic::{Diagnostic, Fix, Label};
use crate::source::{Source, SourceId, Span};

/// The schema `hookset.check/1`: one object on one line.
pub fn json(diagnostics: &[Diagnostic], sources: &[Source]) -> String {
    let places = Places::new(sources);
    let mut out = Json::new();
    out.object(|out| {
        out.key("schema").string("hookset.check/1");
        out.key("files").array(|out| {
            // One that could not be written stands there once more.
            let mut seen = BTreeSet::new();
            for source in sources {
                if seen.insert(source.name()) {
                    out.string(source.name());
                }
            }
        });
        out.key("diagnostics").array(|out| {
            for found in diagnostics {
                diagnostic(out, found, &places);
            }
        });
    });
    let mut text = out.finish();
    text.push('\n');
    text
}

fn diagnostic(out: &mut Json, found: &Diagnostic, places: &Places) {
    out.object(|out| {
        out.key("code").string(found.code.name());
        out.key("severity").string(found.severity.as_str());
        out.key("message").string(&found.message);
        out.key("help").optional(found.help.as_deref());
        match found.primary() {
            Some(label) => place(out, label.source, label.span, places),
            None => {
                out.key("file").null();
                out.key("span").null();
                out.key("text").null();
            }
        }
        out.key("labels").array(|out| {
            for each in &found.labels {
                label(out, each, places);
            }
        });
        out.key("fix");
        match &found.fix {
            Some(each) => fix(out, each, places),
            None => out.null(),
        }
    });
}

/// The keys `file`, `span` and `text`, common to everything with a place.
fn place(out: &mut Json, id: SourceId, span: Span, places: &Places) {
    let source = places.source(id);
    let text = source.map(|source| span.of(source.text()));
    out.key("file").optional(source.map(Source::name));
    out.key("span").object(|out| {
        let (start, _) = places.ends(id, span);
        let bytes = source.map_or(span, |source| source.in_file(span));
        out.key("start").number(bytes.start);
        out.key("end").number(bytes.end);
        out.key("line").number(start.line);
        out.key("column").number(start.column);
    });
    out.key("text").optional(text);
}

fn label(out: &mut Json, label: &Label, places: &Places) {
    out.object(|out| {
        out.key("message").string(&label.text);
        place(out, label.source, label.span, places);
    });
}

fn fix(out: &mut Json, fix: &Fix, places: &Places) {
    out.object(|out| {
        out.key("title").string(&fix.title);
        out.key("safe").bool(fix.safe);
        out.key("edits").array(|out| {
            for edit in &fix.edits {
                out.object(|out| {
                    place(out, edit.source, edit.span, places);
                    out.key("replacement").string(&edit.text);
                });
            }
        });
    });
}
