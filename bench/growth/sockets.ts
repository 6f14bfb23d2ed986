import { setTimeout as sleep } from 'node:timers/promises';
import { memoryOf, type Kit } from '../kit.js';
import { figuresOf } from '../measure.js';
import openProduct from '../product.driver.mjs';
import { people } from '../data.js';
import { openCounter, type Cost } from './cost.js';

export const socketCounts: readonly number[] = [10, 100, 1000, 10_000];

const CHANGES = 20;
const AT_ONCE = 100;
const RESTED_MS = 5000;
const PATIENCE_MS = 120_000;

/** What so many open pages came to. All of them watch the directory, and one watches a folder besides. */
export interface FoundSockets {
  readonly count: number;
  /** From nobody to all of them watching, when they come back at once; `cpu` is all of them together. */
  readonly back: Cost;
  /** MiB of the product with nobody, and with all of them at rest. */
  readonly memory: { readonly without: number; readonly with: number };
  /** A command until the last of all pages has its change. */
  readonly all: Cost;
  /** ms from a command until a page has its change. */
  readonly arrival: { readonly p50: number; readonly p99: number };
  /** A command until the one page that it concerns has its change. */
  readonly one: Cost;
}

type Driver = ReturnType<typeof openProduct>;
interface Page {
  close(): void;
}

/** So many pages, with a new database and server. */
export async function measureSockets(kit: Kit, count: number): Promise<FoundSockets> {
  const driver = openProduct(kit);
  await driver.setup();
  await driver.start();
  const counter = await openCounter(kit.pg.url('product'), () => driver.pids());
  try {
    const [person] = people(1);
    const id = await driver.createEmployee(person!);
    const folder = await driver.createFolder('Watched by one');
    const arrivals = waitingFor(count);
    // Whoever watches has an account, which is made the first time.
    for (const page of await openPages(driver, count, AT_ONCE, () => undefined)) page.close();
    await sleep(RESTED_MS);
    const [pid] = driver.pids();
    const without = await memoryOf(pid!);
    let pages: Page[] = [];
    const back = await counter.of(1, async () => {
      pages = await openPages(driver, count, count, arrivals.take);
    });
    await sleep(RESTED_MS);
    const memory = { without, with: await memoryOf(pid!) };
    const all = await counter.of(CHANGES, (at) => {
      const changed = { ...person!, role: `Role ${at}` };
      return arrivals.after(() => driver.updateEmployee(id, changed));
    });
    const single = waitingFor(1);
    pages.push(await driver.subscribe(single.take, `folder:${folder}`));
    const one = await counter.of(CHANGES, (at) =>
      single.after(() => driver.createFolder(`Added ${at}`, folder)),
    );
    for (const page of pages) page.close();
    return { count, back, memory, all, arrival: figuresOf(arrivals.times, NaN), one };
  } finally {
    await counter.close();
    await driver.stop();
  }
}

async function openPages(driver: Driver, count: number, width: number, onChange: () => void) {
  const pages: Page[] = [];
  for (let left = count; left > 0; left -= width) {
    const some = Array.from({ length: Math.min(left, width) }, () =>
      driver.subscribe(onChange, 'employees'),
    );
    pages.push(...(await Promise.all(some)));
  }
  return pages;
}

/** Does something, and answers once so many have been told of it. `times`: when each was, in ms after the beginning. */
function waitingFor(count: number) {
  const times: number[] = [];
  let [began, left] = [0, 0];
  let done: () => void;
  return {
    times,
    take() {
      times.push(performance.now() - began);
      if (--left === 0) done();
    },
    async after(work: () => Promise<unknown>): Promise<void> {
      [began, left] = [performance.now(), count];
      const told = new Promise<void>((resolve) => (done = resolve));
      const late = sleep(PATIENCE_MS, undefined, { ref: false }).then(() => {
        throw new Error(`${left} of ${count} pages were not told`);
      });
      await work();
      await Promise.race([told, late]);
    },
  };
}
