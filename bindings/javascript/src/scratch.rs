//! The scratch buffer: a list of words through which JavaScript and the module exchange what is not a single number.

use crate::Status;
use std::cell::RefCell;

/// The number of words that the buffer has at least. An answer of at most this length does not move the buffer.
pub const ROOM: usize = 256;

thread_local! {
    static WORDS: RefCell<Vec<f64>> = const { RefCell::new(Vec::new()) };
}

/// Makes the buffer at least `words` long, and returns its address. The words that are in it stay.
#[unsafe(no_mangle)]
pub extern "C" fn scratch(words: usize) -> *mut f64 {
    WORDS.with_borrow_mut(|buffer| {
        if buffer.len() < words.max(ROOM) {
            buffer.resize(words.max(ROOM), 0.0);
        }
        buffer.as_mut_ptr()
    })
}

/// The length of the buffer in words.
#[unsafe(no_mangle)]
pub extern "C" fn scratch_words() -> usize {
    WORDS.with_borrow(Vec::len)
}

/// Calls `read` with a reader of the buffer, which starts at word 0.
pub fn read<T>(read: impl FnOnce(&mut Reader<'_>) -> Result<T, Status>) -> Result<T, Status> {
    WORDS.with_borrow(|words| read(&mut Reader { words }))
}

/// Writes an answer to the buffer, from word 0 on. Returns its number of words.
pub fn write(answer: &[f64]) -> u32 {
    WORDS.with_borrow_mut(|words| {
        if words.len() < answer.len() {
            words.resize(answer.len(), 0.0);
        }
        words[..answer.len()].copy_from_slice(answer);
    });
    answer.len() as u32
}

/// Reads words one after the other.
pub struct Reader<'a> {
    words: &'a [f64],
}

impl<'a> Reader<'a> {
    /// Creates a reader of a list of words.
    pub fn new(words: &'a [f64]) -> Self {
        Self { words }
    }

    /// The next `N` words.
    pub fn words<const N: usize>(&mut self) -> Result<&'a [f64; N], Status> {
        let (first, rest) = self.words.split_first_chunk().ok_or(Status::Malformed)?;
        self.words = rest;
        Ok(first)
    }

    /// The next `count` words.
    pub fn list(&mut self, count: usize) -> Result<&'a [f64], Status> {
        let (first, rest) = self.words.split_at_checked(count).ok_or(Status::Malformed)?;
        self.words = rest;
        Ok(first)
    }

    /// The next word.
    pub fn word(&mut self) -> Result<f64, Status> {
        self.words::<1>().map(|[word]| *word)
    }

    /// The next `N` words, which are finite numbers.
    pub fn finite<const N: usize>(&mut self) -> Result<&'a [f64; N], Status> {
        let words = self.words::<N>()?;
        // Zero times a number is NaN if the number is NaN or infinite.
        let sum = words.iter().fold(0.0, |sum, word| sum + word * 0.0);
        (sum == 0.0).then_some(words).ok_or(Status::NotFinite)
    }

    /// The next word, which is a number of things that follow.
    pub fn count(&mut self) -> Result<usize, Status> {
        let count = self.word()?;
        let is_count = count >= 0.0 && count <= self.words.len() as f64;
        is_count.then_some(count as usize).ok_or(Status::Malformed)
    }
}
