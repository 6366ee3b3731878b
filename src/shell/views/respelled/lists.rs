//! Addresses that a program is given as a list: `wget -i -`.

use super::address::{self, Form};
use super::{MOST, usual};
use crate::shell::Shell;
use crate::shell::guards::named::Behind;
use crate::shell::scene::Scene;
use crate::shell::views::options::Around;
use crate::shell::views::sorted::{Table, read};
use crate::shell::views::subcommands::Head;
use crate::shell::words::{Words, cooked_at};
use crate::source::Text;

impl<'a> Scene<'a> {
    /// `echo x.org | wget -i -` as `wget http://x.org/`; of a list that is
    /// not known, what guards name may be in it.
    pub(super) fn address_list(
        &mut self,
        around: Around<'_>,
        head: Head,
        words: Words,
    ) {
        let power = self.shell == Shell::PowerShell;
        if usual(around.name, power) != "wget" {
            return;
        }
        let behind = Behind::new(around.name, "");
        let named = self.places.options;
        if named.is_some_and(|named| !named.has_operands(behind)) {
            return;
        }
        let (line, table) = (self.line, Table::new("wget"));
        let mut list = None;
        for at in words.iter() {
            read(table, 1, cooked_at(line, at), |part| {
                if part.name == "input-file" {
                    let next = cooked_at(line, at + 1);
                    list = Some(part.value.unwrap_or(next));
                }
            });
        }
        let Some(list) = list else { return };
        let text = self.given_list().filter(|_| list == "-");
        let Some(text) = text else {
            return self.any_address(around, head);
        };
        let mut all = text.split_whitespace();
        for one in all.by_ref().take(MOST) {
            for form in address::FORMS {
                let plain = matches!(form, Form::Usual | Form::Bare);
                if !plain && !address::has_form(one, form) {
                    continue;
                }
                let start = self.out.text.len();
                self.head(around.name, head);
                self.out.text.push(' ');
                let out = &mut self.out.text;
                let from = out.len();
                if address::split(one).is_none() {
                    address::with_scheme("http", one, form, out);
                } else if !address::write_as(one, false, form, out) {
                    out.truncate(from);
                    out.push_str(one);
                }
                self.push_view(start, around.guard);
            }
        }
        if all.next().is_some() {
            self.any_address(around, head);
        }
    }

    /// What the command gets as its input, if the line says all of it.
    fn given_list(&self) -> Option<Text<'a>> {
        let line = self.line;
        let (from, to) = self.own.redirects;
        let own = line.redirects.get(from as usize..to as usize)?;
        if let Some(here) = own.iter().rev().find(|r| r.kind.is_text()) {
            let text = here.target.cooked.of(&line.text);
            return here.target.flags.literal().then_some(Text::Of(text));
        }
        self.output(self.feeder()?, None).map(Text::Made)
    }
}
