//! Runs a list of tasks on all cores and delivers their results in the order of the tasks.

use std::any::Any;
use std::num::NonZero;
use std::ops::ControlFlow;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread;

/// The number of results that wait in the channel of a thread until the calling thread passes them to `each`. A thread that has more
/// results waits as well.
const MAX_PENDING: usize = 4;

/// Does work on several threads, and passes the results to `each` in a fixed order on the calling thread. The work consists of pieces with
/// the numbers from 0 to `pieces` − 1. There are as many threads as cores, and each calls `work` for some of the pieces. The results of a
/// piece with a lower number come first. The results of one piece keep their order.
///
/// Each thread calls `begin` once, to create a value that it keeps between its pieces. `work` gets this value, the number of the piece, and
/// a function that reports a result. This function returns `Break` if `each` has returned `Break`. No more results are wanted then, so
/// `work` should return. A thread waits if too many of its results have not been passed to `each` yet. If there is only one piece, or if a
/// thread cannot be started, the calling thread does the work. If `work` panics, this function panics, too.
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
        let mut state = begin();
        let work = &work;
        Box::new(move |piece, send| work(&mut state, piece, &mut |result| send(Box::new(result))))
    };
    run(pieces, &worker, &mut |result| match result.downcast() {
        Ok(result) => each(*result),
        // This cannot happen: `worker` sends only results of the type `T`.
        Err(_) => ControlFlow::Break(()),
    });
}

/// A result of any type. Because of this type erasure, the code for threads and channels is compiled only once.
type AnyResult = Box<dyn Any + Send>;

/// A function that does the work of one piece. The first argument is the number of the piece. The second argument is a function, to which
/// the worker passes each result.
type Worker<'a> = Box<dyn FnMut(usize, &mut dyn FnMut(AnyResult) -> ControlFlow<()>) + 'a>;

fn run<'w>(
    pieces: usize,
    worker: &(dyn Fn() -> Worker<'w> + Sync),
    each: &mut dyn FnMut(AnyResult) -> ControlFlow<()>,
) {
    let cores = || thread::available_parallelism().map_or(1, NonZero::get);
    let threads = if pieces > 1 { cores().min(pieces) } else { 1 };
    // A thread does every `threads`-th piece, beginning with `first`. It sends each result as `Some`. At the end of a piece, it sends
    // `None`.
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
        // The worker of the calling thread. It does the pieces of all threads that could not be started.
        let mut local_worker = None;
        for piece in 0..pieces {
            let mut flow = ControlFlow::Continue(());
            match &results[piece % results.len()] {
                // Pass the results of the piece to `each`, up to the `None` at its end. If the thread has panicked, the results end without
                // `None`; then the thread scope panics at its end.
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
