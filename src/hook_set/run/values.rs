//! Names of tools, hosts, MCP tools, fields, the input, doubts.

use super::super::compile::{ANY_VALUE, BOUNDARY, Bank, kind};
use super::super::hash::hash;
use super::super::image::Reader;
use super::super::records::AtomRecord;
use super::super::scan::Words;
use super::super::{Place, hosts, names, text_blob};
use super::Run;
use crate::shell::Effects;

impl Run<'_> {
    pub(super) fn names(&mut self) {
        let subjects = self.subjects;
        if subjects.is_tool && self.roots.tools {
            let name = subjects.str(subjects.tool);
            self.name(name, Bank::Tool, Bank::ToolRegex);
        }
        if let Some(span) = subjects.matcher_field
            && self.roots.matchers
        {
            let name = subjects.str(span);
            self.name(name, Bank::Matcher, Bank::MatcherRegex);
        }
    }

    fn name(&mut self, name: &str, bank: Bank, regexes: Bank) {
        self.plain_name(name, bank);
        if self.roots.has(regexes) {
            self.name_by_regex(name, regexes);
        }
    }

    fn name_by_regex(&mut self, name: &str, bank: Bank) {
        let (tables, regexes) = (self.tables, self.regexes);
        let list = self.roots.bank(bank).map_or(0, |root| root.list);
        for atom in tables.index.members(list) {
            if regexes.is_match(tables, atom, name) {
                self.hit(atom, tables.atom(atom), Place::Call);
            }
        }
    }

    fn plain_name(&mut self, name: &str, bank: Bank) {
        let Some(root) = self.roots.bank(bank) else { return };
        self.scan(root, name.as_bytes(), Words::Blanks);
        let mut next = 0;
        while let Some(found) = self.found(&mut next) {
            let blob = self.tables.blob(found.record.blob());
            let fits = match found.record.kind() {
                kind::NAMES => names::is_named(blob, name.as_bytes()),
                _ => self.text_matches(&found, name.as_bytes(), next),
            };
            if fits {
                self.hit(found.atom, found.record, Place::Call);
            }
        }
    }

    /// Host, MCP tool, fields, input.
    pub(super) fn values(&mut self) {
        let subjects = self.subjects;
        if let Some(span) = subjects.host
            && let Some(root) = self.roots.bank(Bank::Host)
        {
            let host = subjects.str(span);
            self.scan(root, host.as_bytes(), Words::Labels);
            self.verify(|blob, _| hosts::matches(blob, host));
        }
        if !subjects.mcp.is_empty() && self.roots.has(Bank::AnyMcp) {
            self.mcp_tools();
        }
        if !subjects.fields.is_empty() && self.roots.has(Bank::AnyField) {
            for &(path, value) in &subjects.fields {
                let path = subjects.str(path);
                let value = value.map(|value| subjects.str(value));
                self.named_value(Bank::Field, path, value, |_| true);
            }
        }
        if let Some(span) = subjects.input_json
            && let Some(root) = self.roots.bank(Bank::Input)
        {
            let json = subjects.str(span).as_bytes();
            self.scan(root, json, Words::Blanks);
            self.verify(|blob, _| text_blob::matches(blob, false, json));
        }
    }

    fn mcp_tools(&mut self) {
        let subjects = self.subjects;
        for name in &subjects.mcp {
            let server = subjects.str(name.server);
            let tool = Some(subjects.str(name.tool));
            self.named_value(Bank::Mcp, server, tool, |record| {
                name.sure || record.effects() != Effects::ALLOW
            });
        }
    }

    fn verify(
        &mut self,
        matches: impl Fn(Reader<'_>, AtomRecord<'_>) -> bool,
    ) {
        let mut next = 0;
        while let Some(found) = self.found_once(&mut next) {
            let record = found.record;
            if matches(self.tables.blob(record.blob()), record) {
                self.hit(found.atom, record, Place::Call);
            }
        }
    }

    fn named_value(
        &mut self,
        bank: Bank,
        name: &str,
        value: Option<&str>,
        counts: impl Fn(AtomRecord<'_>) -> bool,
    ) {
        let seed = bank.seed(hash(name.as_bytes()));
        let Some(root) = self.tables.index.root(seed) else { return };
        let text = value.unwrap_or("").as_bytes();
        self.scan(&root, text, Words::Blanks);
        self.verify(|blob, record| {
            let len = usize::from(blob.u16(0));
            if blob.bytes(2, len) != name.as_bytes() || !counts(record) {
                return false;
            }
            let glob = Reader(blob.0.get(2 + len..).unwrap_or(&[]));
            record.has(ANY_VALUE)
                || value.is_some()
                    && text_blob::matches(glob, record.has(BOUNDARY), text)
        });
    }

    pub(super) fn doubts(&mut self) {
        let Some(root) = self.roots.bank(Bank::Doubt) else { return };
        for atom in self.tables.index.members(root.list) {
            let record = self.tables.atom(atom);
            let holds = self.subjects.doubts().any(|doubt| {
                record.blob() >> (doubt.reason as u8) & 1 != 0
                    && doubt.effects.meets(record.effects())
            });
            if holds {
                self.hit(atom, record, Place::Call);
            }
        }
    }
}
