import { subscribe } from 'node:diagnostics_channel';
import { performance } from 'node:perf_hooks';
import { setImmediate as turn } from 'node:timers/promises';
import { getHeapStatistics, setFlagsFromString } from 'node:v8';

const MIB = 2 ** 20;

/** Of what lives, in percent: V8 collects when so much has come on top. Left alone, it waits for up to 300. */
const GARBAGE_PERCENT = 50;
const LOOK_MS = 1000;
/** The share of its time that a process works which nobody waits for. */
const IDLE = 0.1;
/** So many looks back nobody may have asked for anything: who is here asks for more soon, and would wait. */
const LOOKS_BACK = 10;
/** Requests in that time that come from nobody: probes, and who reads the metrics. */
const PROBES = 10;
/** Less than this, or than a quarter of what was left the last time, isn't worth a collection. */
const WORTH_BYTES = 16 * MIB;
/** Some 2 ms a MiB: where more lives, somebody who comes in the middle of a collection would feel it. */
const MOST_BYTES = 192 * MIB;

/** What a look at a process finds, and what it may do. */
export interface Heap {
  /** Bytes that it has of the machine, with those outside that hang on objects. */
  taken(): number;
  /** The share of the time since the last call in which it worked. */
  busy(): number;
  /** Requests that came since the last call. */
  asked(): number;
  collect(): Promise<void>;
}

/** Gives memory back where a process has nothing to do: V8 collects when there is more work, not less. */
export class IdleCollector {
  private left = 0;
  private collecting = false;
  private readonly asked: number[] = [];

  constructor(private readonly heap: Heap) {}

  async look(): Promise<void> {
    if (!this.isIdle() || this.collecting || !this.isWorthIt()) return;
    this.collecting = true;
    await this.heap.collect();
    this.collecting = false;
    this.left = this.heap.taken();
  }

  private isIdle(): boolean {
    const { heap, asked } = this;
    asked.push(heap.asked());
    if (asked.length > LOOKS_BACK) asked.shift();
    const requests = asked.reduce((sum, each) => sum + each, 0);
    return heap.busy() <= IDLE && requests <= PROBES;
  }

  private isWorthIt(): boolean {
    const { heap, left } = this;
    const taken = heap.taken();
    // Half of it lives, as far as is known before the first time.
    const live = left || taken / 2;
    return live <= MOST_BYTES && taken - left >= Math.max(WORTH_BYTES, left / 4);
  }
}

/** Bounds garbage from now on. Compiled code is to be kept before: V8 takes it under the flags it was made with. */
export function keepHeapSmall(): void {
  setFlagsFromString(`--heap-growing-percent=${GARBAGE_PERCENT}`);
  const collector = new IdleCollector(ownHeap());
  const look = () => collector.look().catch(() => clearInterval(timer));
  const timer = setInterval(() => void look(), LOOK_MS).unref();
}

export function ownHeap(): Heap {
  let last = performance.eventLoopUtilization();
  let requests = 0;
  subscribe('http.server.request.start', () => requests++);
  return {
    taken() {
      const { total_heap_size, external_memory } = getHeapStatistics();
      return total_heap_size + external_memory;
    },
    busy() {
      const now = performance.eventLoopUtilization();
      const { utilization } = performance.eventLoopUtilization(now, last);
      last = now;
      return utilization;
    },
    asked() {
      const asked = requests;
      requests = 0;
      return asked;
    },
    collect,
  };
}

/** As where memory is short: unlike `gc()` it also gives back what lay ready for new objects. No port is opened. */
async function collect(): Promise<void> {
  const { Session } = await import('node:inspector');
  const session = new Session();
  session.connect();
  await new Promise<void>((done) => session.post('HeapProfiler.collectGarbage', () => done()));
  // The session may not end within its own answer.
  await turn();
  session.disconnect();
}
