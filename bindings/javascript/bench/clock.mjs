/**
 * Measures entrants in turn, in processor time: so whatever else runs on the machine slows all of them down alike, and pauses do not
 * count. The time of garbage collection counts.
 */

export const quick = process.argv.includes('--quick');

export const median = (numbers) => [...numbers].sort((a, b) => a - b)[numbers.length >> 1];

/** Numbers in [0, 1) that are the same in every run (mulberry32). */
export function random(seed) {
    return () => {
        seed = (seed + 0x6d2b79f5) | 0;
        let t = Math.imul(seed ^ (seed >>> 15), 1 | seed);
        t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
        return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
    };
}

/**
 * Calls `run` of each entrant in each of `rounds` rounds, with another one first in each round, and sets `entrant.times`: one time in
 * milliseconds for each round. Rounds below zero warm up and are not counted.
 */
export function race(entrants, rounds, warmUp = 0) {
    for (const entrant of entrants) {
        entrant.times = [];
    }
    for (let round = -warmUp; round < rounds; round++) {
        for (let k = 0; k < entrants.length; k++) {
            const entrant = entrants[(k + round + warmUp) % entrants.length];
            const begin = process.cpuUsage();
            entrant.run();
            const { user, system } = process.cpuUsage(begin);
            if (round >= 0) {
                entrant.times.push((user + system) / 1000);
            }
        }
    }
    return entrants;
}

/** The median over the rounds of the time of `own` divided by that of `peer`, and the central half of these ratios. */
export function ratio(own, peer) {
    const ratios = own.times.map((time, round) => time / peer.times[round]).sort((a, b) => a - b);
    const at = (part) => ratios[Math.min(Math.floor(ratios.length * part), ratios.length - 1)];
    const spread = at(0.75) / at(0.25);
    if (spread > 1.3 && !quick) {
        console.error(`${own.name} beside ${peer.name}: the ratios spread by ${spread.toFixed(2)}`);
    }
    return at(0.5);
}

/** Two significant digits, or all digits before the point. */
export const short = (number) => (number >= 100 ? number.toFixed(0) : String(Number(number.toPrecision(2))));

/** The ratio of two entrants for a table. */
export const against = (own, peer) => short(ratio(own, peer));

/** A Markdown table. All columns except the first are numbers. */
export function table(head, rows) {
    const line = (cells) => `| ${cells.join(' | ')} |`;
    return [line(head), line(head.map((_, column) => (column ? '---:' : '---'))), ...rows.map(line)].join('\n');
}

/** Fails if two answers differ. */
export function same(what, a, b) {
    if (a !== b) {
        throw new Error(`${what}: ${a} is not ${b}.`);
    }
}
