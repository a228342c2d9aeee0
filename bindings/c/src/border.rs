//! What comes from C and goes there: statuses, texts, arrays, and no panic.

use std::any::Any;
use std::ffi::c_char;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::ptr;
use std::slice;

/// What became of a call.
#[repr(C)]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Status {
    /// Done: the answer is there.
    Ok = 0,
    /// Done, and the answer is that no legal round exists; the text has the proof in words.
    NoRound = 1,
    /// The input contradicts itself or asks for what is not there; the text says what.
    Refused = 2,
    /// The call is wrong: a null pointer, a length, text that is not UTF-8; the text says which.
    Misused = 3,
    /// A defect of the library, which its developers want to know of.
    Defect = 4,
}

/// A text that the library made, to be given back by `edelweiss_text_free` as it came.
#[repr(C)]
#[derive(Debug)]
pub struct Text {
    /// UTF-8 (a tournament file: in the encoding of the file that was read; a workbook: its bytes) with a
    /// NUL behind it; NULL for no text.
    pub data: *mut c_char,
    /// Bytes before that NUL.
    pub length: usize,
}

impl Text {
    /// No text.
    pub(crate) const NONE: Self = Self {
        data: ptr::null_mut(),
        length: 0,
    };

    fn new(mut bytes: Vec<u8>) -> Self {
        let length = bytes.len();
        bytes.push(0);
        let data = Box::into_raw(bytes.into_boxed_slice()).cast();
        Self { data, length }
    }

    /// Gives the memory back.
    ///
    /// # Safety
    /// The text comes from [`Text::new`], or is [`Text::NONE`], and is not used afterwards.
    pub(crate) unsafe fn free(self) {
        if !self.data.is_null() {
            let bytes = ptr::slice_from_raw_parts_mut(self.data.cast::<u8>(), self.length + 1);
            // SAFETY: the box that `new` made: its address, its length and the NUL.
            drop(unsafe { Box::from_raw(bytes) });
        }
    }
}

/// Why there is no answer.
#[derive(Debug)]
pub(crate) struct Trouble {
    pub(crate) status: Status,
    pub(crate) words: String,
}

impl Trouble {
    pub(crate) fn misused(words: impl Into<String>) -> Self {
        let (status, words) = (Status::Misused, words.into());
        Self { status, words }
    }

    pub(crate) fn refused(words: impl Into<String>) -> Self {
        let (status, words) = (Status::Refused, words.into());
        Self { status, words }
    }

    pub(crate) fn no_round(words: impl Into<String>) -> Self {
        let (status, words) = (Status::NoRound, words.into());
        Self { status, words }
    }
}

/// Does what a call asks for. What it says (its answer, or what is wrong) goes to `text`, which may be
/// NULL where nobody wants to know.
///
/// # Safety
/// `text` is NULL or misaligned, or points to memory for a `Text`; what it held is overwritten.
pub(crate) unsafe fn answer(
    text: *mut Text,
    compute: impl FnOnce() -> Result<Vec<u8>, Trouble>,
) -> Status {
    let (status, told) = match catch_unwind(AssertUnwindSafe(compute)) {
        Ok(Ok(told)) => (Status::Ok, told),
        Ok(Err(trouble)) => (trouble.status, trouble.words.into_bytes()),
        Err(panic) => {
            let words = words_of(panic.as_ref());
            let words = format!("a defect of edelweiss, please report it: {words}");
            (Status::Defect, words.into_bytes())
        }
    };
    if !text.is_null() && text.is_aligned() {
        let told = if told.is_empty() {
            Text::NONE
        } else {
            Text::new(told)
        };
        // SAFETY: neither NULL nor misaligned, so by the contract of this function there is memory for it.
        unsafe { text.write(told) };
    }
    status
}

fn words_of(panic: &(dyn Any + Send)) -> &str {
    let text = panic.downcast_ref::<&str>().copied();
    text.or_else(|| panic.downcast_ref::<String>().map(String::as_str))
        .unwrap_or("a panic without words")
}

/// The array of `length` items at `start`; `name` is what the header calls it.
///
/// # Errors
/// NULL with a length other than 0, an address that items of this type cannot have, and more than
/// memory can hold.
///
/// # Safety
/// Where `start` is not NULL, `length` items are there, and nobody writes them while they are used.
pub(crate) unsafe fn array<'a, T>(
    start: *const T,
    length: usize,
    name: &str,
) -> Result<&'a [T], Trouble> {
    if length == 0 {
        return Ok(&[]);
    }
    check_address(start, name)?;
    if length > isize::MAX as usize / size_of::<T>().max(1) {
        return Err(Trouble::misused(format!("{name}: {length} is no length")));
    }
    // SAFETY: neither NULL nor misaligned, of a length that can be; the rest is the contract of this
    // function.
    Ok(unsafe { slice::from_raw_parts(start, length) })
}

/// The one item at `start`.
///
/// # Errors
/// NULL, and an address that an item of this type cannot have.
///
/// # Safety
/// Where `start` is not NULL, an item is there, and nobody writes it while it is used.
pub(crate) unsafe fn item<'a, T>(start: *const T, name: &str) -> Result<&'a T, Trouble> {
    check_address(start, name)?;
    // SAFETY: neither NULL nor misaligned; the rest is the contract of this function.
    Ok(unsafe { &*start })
}

/// That something can be at an address.
///
/// # Errors
/// When nothing can.
pub(crate) fn check_address<T>(start: *const T, name: &str) -> Result<(), Trouble> {
    if start.is_null() {
        return Err(Trouble::misused(format!("{name} is NULL")));
    }
    if !start.is_aligned() {
        return Err(Trouble::misused(format!("{name} is not aligned")));
    }
    Ok(())
}
