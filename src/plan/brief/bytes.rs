/// Reads little-endian fields one after the other; every access is checked.
#[derive(Clone, Debug)]
pub(super) struct Fields<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl<'a> Fields<'a> {
    pub(super) fn new(bytes: &'a [u8]) -> Fields<'a> {
        Fields { bytes, at: 0 }
    }

    pub(super) fn from(bytes: &'a [u8], at: usize) -> Fields<'a> {
        Fields { bytes, at }
    }

    pub(super) fn at(&self) -> usize {
        self.at
    }

    pub(super) fn take(&mut self, len: usize) -> Option<&'a [u8]> {
        let end = self.at.checked_add(len)?;
        let taken = self.bytes.get(self.at..end)?;
        self.at = end;
        Some(taken)
    }

    pub(super) fn skip(&mut self, len: usize) -> Option<()> {
        self.take(len).map(|_| ())
    }

    pub(super) fn u8(&mut self) -> Option<u8> {
        self.take(1)?.first().copied()
    }

    pub(super) fn u32(&mut self) -> Option<u32> {
        let bytes = self.take(4)?.try_into().ok()?;
        Some(u32::from_le_bytes(bytes))
    }

    /// A number of things that take at least `each` bytes: no more than
    /// there is room for.
    pub(super) fn count(&mut self, each: usize) -> Option<usize> {
        let count = self.u32()? as usize;
        let room = self.bytes.len().saturating_sub(self.at);
        (count.checked_mul(each)? <= room).then_some(count)
    }

    pub(super) fn str(&mut self, len: usize) -> Option<&'a str> {
        std::str::from_utf8(self.take(len)?).ok()
    }

    /// A text behind its length.
    pub(super) fn text(&mut self) -> Option<&'a str> {
        let len = self.u32()? as usize;
        self.str(len)
    }
}
