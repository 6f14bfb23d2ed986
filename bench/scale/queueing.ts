// Math is slow to look up in the sandbox that specs run in.
const { cos, exp, floor, imul, log, max, min, PI, sqrt } = Math;

/** Times are in ms, rates a second. */
export type Draw = () => number;

/** Numbers in [0, 1) that are the same in every run (mulberry32). */
export function seeded(seed: number): Draw {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

export const exponential =
  (mean: number, draw: Draw): Draw =>
  () =>
    -mean * log(1 - draw());

/** A log-normal time, told by its median and its 95th percentile. */
export function logNormal(median: number, p95: number, draw: Draw): Draw {
  const sigma = log(p95 / median) / 1.6449;
  return () => {
    const normal = sqrt(-2 * log(1 - draw())) * cos(2 * PI * draw());
    return median * exp(sigma * normal);
  };
}

/** One of several times, each as often as its share says. */
export const mixed =
  (kinds: readonly { share: number; time: Draw }[], draw: Draw): Draw =>
  () => {
    let left = draw();
    const kind = kinds.find(({ share }) => (left -= share) < 0) ?? kinds.at(-1)!;
    return kind.time();
  };

export interface Answered {
  readonly mean: number;
  readonly p50: number;
  readonly p99: number;
  /** Waiting grows as long as the simulation does. */
  readonly overloaded: boolean;
}

interface Queue {
  readonly rate: number;
  readonly servers: number;
  readonly time: Draw;
  readonly draw: Draw;
  readonly count?: number;
}

/** M/G/k, first come first served: from asking to the answer. */
export function queue({ rate, servers, time, draw, count = 100_000 }: Queue): Answered {
  const gap = exponential(1000 / rate, draw);
  const free = new Array<number>(servers).fill(0);
  const times = new Float64Array(count);
  let now = 0;
  for (let each = 0; each < count; each++) {
    now += gap();
    const first = free.indexOf(min(...free));
    free[first] = max(now, free[first]!) + time();
    times[each] = free[first] - now;
  }
  return summary(times);
}

export interface Head {
  /** Of each append, such as the flush and the way to a second copy. */
  readonly append: number;
  /** Of each command in it. */
  readonly command: number;
  readonly batch: number;
  /** The share of commands that must be the first of their batch. */
  readonly first: number;
}

/** Group commit with one append at a time: from sending a command to its answer. */
export function groupCommit(head: Head, rate: number, draw: Draw, count = 100_000): Answered {
  const gap = exponential(1000 / rate, draw);
  const sent = Float64Array.from({ length: count }, gap);
  for (let each = 1; each < count; each++) sent[each]! += sent[each - 1]!;
  const first = Uint8Array.from({ length: count }, () => Number(draw() < head.first));
  const times = new Float64Array(count);
  let free = 0;
  for (let next = 0; next < count;) {
    const start = max(free, sent[next]!);
    let end = next + 1;
    while (end < count && end - next < head.batch && sent[end]! <= start && !first[end]) end++;
    free = start + head.append + head.command * (end - next);
    for (; next < end; next++) times[next] = free - sent[next]!;
  }
  return summary(times);
}

/** Commands a second where each of `clients` sends its next one after the answer. */
export const closedLoopRate = ({ append, command }: Head, clients: number): number =>
  // While some of them are being appended the others wait, so that two appends serve all.
  (1000 * clients) / (min(clients, 2) * append + clients * command);

/** The most commands a second that the head takes, with full batches. */
export function ceiling({ append, command, batch, first }: Head): number {
  const mean = first === 0 ? batch : (1 - (1 - first) ** batch) / first;
  return (1000 * mean) / (append + command * mean);
}

function summary(times: Float64Array): Answered {
  const half = times.length / 2;
  const mean = (part: Float64Array) => part.reduce((sum, time) => sum + time, 0) / part.length;
  const overloaded = mean(times.subarray(half)) > 1.6 * mean(times.subarray(0, half));
  const sorted = times.slice().sort();
  const at = (share: number) => sorted[floor(sorted.length * share)]!;
  return { mean: mean(times), p50: at(0.5), p99: at(0.99), overloaded };
}
