//! Runs a list of tasks on all cores and delivers their results in the order of the tasks.

use std::any::Any;
use std::num::NonZero;
use std::ops::ControlFlow;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread;

/// The number of results that a thread may send ahead, while `each` still gets results of other pieces. After that, the thread waits.
const MAX_PENDING: usize = 4;

/// Work consists of pieces with the numbers from 0 to `pieces` − 1. Calls `work` for each piece, on as many threads as there are cores.
/// Passes all results to `each` on the calling thread. The results of a piece with a lower number come first. The results of one piece have
/// the order in which `work` reports them.
///
/// Each thread calls `begin` to create its state. `work` gets this state, the number of the piece, and a function. It reports each result
/// by calling this function. If the function returns `Break`, no more results are wanted, because `each` has returned `Break`; `work`
/// should then return. A thread waits if several of its results have not been delivered yet. If there is only one piece, or if a thread
/// cannot be started, the calling thread does the work. If `work` panics, this function panics, too.
///
/// ```
/// use std::ops::ControlFlow;
/// let mut squares = Vec::new();
/// let each = |square| {
///     squares.push(square);
///     ControlFlow::Continue(())
/// };
/// bumper_scene::in_order(4, || (), |(), k, found| { let _ = found(k * k); }, each);
/// assert_eq!(squares, [0, 1, 4, 9]);
/// ```
pub fn in_order<W, T: Send + 'static>(
    pieces: usize,
    begin: impl Fn() -> W + Sync,
    work: impl Fn(&mut W, usize, &mut dyn FnMut(T) -> ControlFlow<()>) + Sync,
    mut each: impl FnMut(T) -> ControlFlow<()>,
) {
    let worker = || -> Worker {
        let (mut state, work) = (begin(), &work);
        Box::new(move |piece, send| work(&mut state, piece, &mut |result| send(Box::new(result))))
    };
    run(pieces, &worker, &mut |result| match result.downcast() {
        Ok(result) => each(*result),
        // Unreachable: the threads send only results of the type `T`.
        Err(_) => ControlFlow::Break(()),
    });
}

/// A result of any type. Because of this type erasure, the code for threads and channels is compiled only once.
type AnyResult = Box<dyn Any + Send>;

/// A function that does the work of the piece with the given number and passes each result to its second argument.
type Worker<'a> = Box<dyn FnMut(usize, &mut dyn FnMut(AnyResult) -> ControlFlow<()>) + 'a>;

fn run<'w>(
    pieces: usize,
    worker: &(dyn Fn() -> Worker<'w> + Sync),
    each: &mut dyn FnMut(AnyResult) -> ControlFlow<()>,
) {
    let cores = || thread::available_parallelism().map_or(1, NonZero::get);
    let threads = if pieces > 1 { cores().min(pieces) } else { 1 };
    // In the channel of results, `None` marks the end of a piece.
    let run_share = |first: usize, results: &SyncSender<Option<AnyResult>>| {
        let mut work = worker();
        // Sending fails after `each` has returned `Break`, because the receiver is then dropped.
        let send = |result| results.send(result).map_or(ControlFlow::Break(()), ControlFlow::Continue);
        for piece in (first..pieces).step_by(threads) {
            work(piece, &mut |result| send(Some(result)));
            if send(None).is_break() {
                break;
            }
        }
    };
    thread::scope(|scope| {
        let start = |first: usize| -> Option<Receiver<Option<AnyResult>>> {
            let (sender, receiver) = sync_channel(MAX_PENDING);
            let run_share = &run_share;
            thread::Builder::new()
                .spawn_scoped(scope, move || run_share(first, &sender))
                .ok()
                .map(|_| receiver)
        };
        let results: Vec<_> = if threads > 1 { (0..threads).map(start).collect() } else { vec![None] };
        // If a thread could not be started, the calling thread does its pieces.
        let mut local_worker = None;
        for piece in 0..pieces {
            let mut flow = ControlFlow::Continue(());
            match &results[piece % results.len()] {
                // If the end marker of the piece is missing, its thread has panicked. The thread scope then panics, too.
                Some(receiver) => flow = receiver.iter().map_while(|result| result).try_for_each(&mut *each),
                None => local_worker.get_or_insert_with(worker)(piece, &mut |result| {
                    flow = each(result);
                    flow
                }),
            }
            if flow.is_break() {
                break;
            }
        }
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_arrive_in_order_until_break() {
        for pieces in [0, 1, 2, 3, 40] {
            for enough in [0, 1, 5, usize::MAX] {
                let mut found = Vec::new();
                let work = |count: &mut usize, piece: usize, found: &mut dyn FnMut(_) -> ControlFlow<()>| {
                    *count += 1;
                    for part in 0..piece % 7 {
                        if found((piece, part)).is_break() {
                            return;
                        }
                    }
                };
                in_order(
                    pieces,
                    || 0,
                    work,
                    |result| {
                        found.push(result);
                        if found.len() > enough { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
                    },
                );
                let all = (0..pieces).flat_map(|piece| (0..piece % 7).map(move |part| (piece, part)));
                let expected: Vec<_> = all.take(enough.saturating_add(1)).collect();
                assert_eq!(found, expected, "{pieces} pieces, {enough} enough");
            }
        }
    }
}
