//! Messages as they stand on the wire.

use std::io::{BufRead, Read};

use lsp_server::Message;

use crate::input::POLICY_LIMIT;

/// The most bytes of a message: a file with every sign of it escaped, and
/// what stands around it.
const MESSAGE_LIMIT: u64 = 8 * POLICY_LIMIT;
/// The most bytes of a line of a header.
const HEADER_LIMIT: u64 = 1 << 10;

/// The next message; none where the input ends. The error says why what
/// stands there is none.
pub(super) fn read(
    input: &mut impl BufRead,
) -> Result<Option<Message>, String> {
    let Some(size) = header(input)? else { return Ok(None) };
    if size > MESSAGE_LIMIT {
        return Err(format!(
            "a message of {size} bytes; the limit is {MESSAGE_LIMIT}"
        ));
    }
    let mut text = Vec::new();
    let got = input.take(size).read_to_end(&mut text);
    let got = got.map_err(|error| error.to_string())?;
    if (got as u64) < size {
        return Err("the input ends within a message".to_owned());
    }
    match serde_json::from_slice(&text) {
        Ok(message) => Ok(Some(message)),
        Err(error) if error.is_data() => {
            Err("a message is neither a request nor an answer".to_owned())
        }
        Err(error) => Err(format!("a message is no JSON: {error}")),
    }
}

/// The length that a header gives; none where the input ends before it.
fn header(input: &mut impl BufRead) -> Result<Option<u64>, String> {
    let mut size = None;
    let mut first = true;
    loop {
        let mut line = Vec::new();
        let got = input.take(HEADER_LIMIT).read_until(b'\n', &mut line);
        let got = got.map_err(|error| error.to_string())?;
        if got == 0 && first {
            return Ok(None);
        }
        first = false;
        let Some(line) = line.strip_suffix(b"\r\n") else {
            return Err("a line of a header does not end".to_owned());
        };
        if line.is_empty() {
            return match size {
                Some(size) => Ok(Some(size)),
                None => Err("a header has no `Content-Length`".to_owned()),
            };
        }
        let line = String::from_utf8_lossy(line);
        let (name, value) = line.split_once(':').unwrap_or((&line, ""));
        if name.eq_ignore_ascii_case("Content-Length") {
            let number = value.trim().parse();
            let wrong = |_| "`Content-Length` is not a number".to_owned();
            size = Some(number.map_err(wrong)?);
        }
    }
}
