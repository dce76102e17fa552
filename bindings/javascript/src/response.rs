//! The responses of movers to obstacles, as numbers.

use crate::Status;
use engine::motion::Response;

/// The responses, by their number. The list is repeated in `src/response.ts`.
const RESPONSES: [Response; 5] =
    [Response::BackUp, Response::Stop, Response::Slide, Response::Bounce, Response::Cross];

/// The response with a number.
pub fn response(number: f64) -> Result<Response, Status> {
    RESPONSES.get(number as usize).copied().ok_or(Status::Malformed)
}

/// The number of a response.
pub fn response_number(response: Response) -> f64 {
    RESPONSES.iter().position(|known| *known == response).unwrap_or(0) as f64
}
