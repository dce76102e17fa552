//! All joints in a step: what they need to know, then pass after pass.

use super::{Link, Now};
use crate::dynamics::Bodies;
use crate::dynamics::moving::Moving;
use crate::dynamics::pins::Pin;
use crate::dynamics::row::Pass;
use crate::dynamics::solve::Solver;
use crate::scalar::Real;

impl<R: Real> Bodies<R> {
    /// What the joints need to know of their bodies.
    pub(in crate::dynamics) fn prepare_links(&mut self, sub_step: R) {
        self.linked = [false; 2];
        for (place, link) in (0..).zip(&mut self.links).filter(|(_, link)| link.alive) {
            link.now.step = sub_step;
            link.prepare(link.bodies.map(|body| &self.held[body as usize]));
            if !link.now.awake {
                continue;
            }
            let Now { arms, offset, light, .. } = link.now;
            let bodies = link.bodies.map(|body| self.solver.places[body as usize]);
            link.now.places = bodies;
            self.solver.bind(bodies);
            self.linked[usize::from(link.is_plain)] = true;
            if link.is_plain {
                self.solver.hinges.add(&Pin {
                    link: place,
                    bodies,
                    arms,
                    offset,
                    light,
                    pushed: link.pushed.pin,
                });
            }
        }
    }

    /// Holds what joints hold: at first with the impulses of before, softly; then without a correction.
    pub(in crate::dynamics) fn hold_links(&mut self, sub_step: R, corrects: bool) {
        if self.linked == [false; 2] {
            return;
        }
        self.solver.set_aside();
        if corrects {
            self.each_link(|link, p, q| link.warm_start(p, q));
            let (hinges, mut crowd) = self.solver.hinges();
            hinges.warm_start(&mut crowd, sub_step);
        }
        let pass = Pass::new(sub_step, corrects);
        self.each_link(|link, p, q| link.solve(p, q, &pass));
        let (hinges, mut crowd) = self.solver.hinges();
        hinges.hold(&mut crowd, &pass.lock);
        self.solver.set_aside();
    }

    /// Calls `each` with every joint that is no plain hinge and of which a body is awake, and what its bodies do.
    fn each_link(&mut self, mut each: impl FnMut(&mut Link<R>, &mut Moving<R>, &mut Moving<R>)) {
        if !self.linked[0] {
            return;
        }
        let Solver { moving, moved, .. } = &mut self.solver;
        for link in self.links.iter_mut().filter(|link| link.alive && link.now.awake && !link.is_plain) {
            let [a, b] = link.now.places.map(|body| body as usize);
            let (mut p, mut q) = (moving[a].get(), moving[b].get());
            each(link, &mut p, &mut q);
            // A hand leaves the first alone.
            if a < *moved && link.target.is_none() {
                moving[a] = p.into();
            }
            if b < *moved {
                moving[b] = q.into();
            }
        }
    }
}
