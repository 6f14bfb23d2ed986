import { performance } from 'node:perf_hooks';

/** Rates a second and latencies in ms. */
export interface Figures {
  readonly rate: number;
  readonly p50: number;
  readonly p99: number;
}

const at = (sorted: readonly number[], share: number) =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? NaN;

export function figuresOf(times: readonly number[], seconds: number): Figures {
  const sorted = [...times].sort((a, b) => a - b);
  return { rate: times.length / seconds, p50: at(sorted, 0.5), p99: at(sorted, 0.99) };
}

/** Keeps `width` calls under way for `seconds`, after a warm-up of a fifth of that. */
export async function closedLoop(
  width: number,
  seconds: number,
  call: () => Promise<unknown>,
): Promise<Figures> {
  const run = async (ms: number) => {
    const times: number[] = [];
    const end = performance.now() + ms;
    const worker = async () => {
      while (performance.now() < end) {
        const start = performance.now();
        await call();
        times.push(performance.now() - start);
      }
    };
    await Promise.all(Array.from({ length: width }, worker));
    return times;
  };
  await run(seconds * 200);
  return figuresOf(await run(seconds * 1000), seconds);
}
