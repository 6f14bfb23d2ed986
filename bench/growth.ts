import { kinds } from './growth/kinds.js';
import { measureSize } from './growth/measure.js';
import { drawn, tableOf, tableOfSockets, writeSection } from './growth/report.js';
import { measureSockets, socketCounts } from './growth/sockets.js';
import { openKit } from './kit.js';
import { commit } from './table.js';

interface Options {
  readonly quick: boolean;
  /** With the sizes that take hours. */
  readonly long: boolean;
  /** Of kinds: these alone. */
  readonly only?: readonly string[] | undefined;
}

const QUICK = 10_000;
const QUICK_SOCKETS = 100;

/** What everything costs at one size after the other. */
export async function benchGrowth({ quick, long, only }: Options): Promise<void> {
  const kit = { ...(await openKit()), port: 20_000 + (process.pid % 10_000) };
  const of = await commit();
  const isDue = (name: string) => only?.includes(name) ?? true;
  // After each, so that a run that is ended has told what it knows.
  const tell = async (name: string, found: string) => {
    console.log(`\n${found}\n`);
    if (!quick) await writeSection(name, found, of);
  };
  try {
    for (const kind of kinds.filter(({ name }) => isDue(name))) {
      const all = [...kind.sizes, ...(long ? kind.long : [])];
      const sizes = all.filter((each) => !quick || each <= QUICK);
      const found = await ofEach(sizes, kind.unit, (size) => measureSize(kit, kind, size));
      const picture = quick ? [] : [await drawn(kind, found)];
      await tell(kind.name, [...picture, tableOf(kind, found)].join('\n\n'));
    }
    if (!isDue('sockets')) return;
    const counts = socketCounts.filter((each) => !quick || each <= QUICK_SOCKETS);
    const found = await ofEach(counts, 'open pages', (count) => measureSockets(kit, count));
    await tell('sockets', tableOfSockets(found));
  } finally {
    await kit.close();
  }
}

/** One size after the other, as each takes the whole machine. */
async function ofEach<T>(
  sizes: readonly number[],
  unit: string,
  measure: (size: number) => Promise<T>,
): Promise<T[]> {
  const found: T[] = [];
  for (const size of sizes) {
    console.log(`Measuring ${size} ${unit} ...`);
    found.push(await measure(size));
  }
  return found;
}
