import { kinds, type Kind } from './growth/kinds.js';
import { measureSize, type Found } from './growth/measure.js';
import { drawn, tableOf, tableOfSockets, writeSection } from './growth/report.js';
import { measureSockets, socketCounts, type FoundSockets } from './growth/sockets.js';
import { openKit, type Kit } from './kit.js';
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
      const found = await foundOf(kit, kind, quick ? all.filter((each) => each <= QUICK) : all);
      const picture = quick ? [] : [await drawn(kind, found)];
      await tell(kind.name, [...picture, tableOf(kind, found)].join('\n\n'));
    }
    if (isDue('sockets')) await tell('sockets', tableOfSockets(await ofSockets(kit, quick)));
  } finally {
    await kit.close();
  }
}

async function foundOf(kit: Kit, kind: Kind, sizes: readonly number[]): Promise<Found[]> {
  const found: Found[] = [];
  for (const size of sizes) {
    console.log(`Measuring ${size} ${kind.unit} ...`);
    found.push(await measureSize(kit, kind, size));
  }
  return found;
}

async function ofSockets(kit: Kit, quick: boolean): Promise<FoundSockets[]> {
  const found: FoundSockets[] = [];
  for (const count of socketCounts.filter((each) => !quick || each <= QUICK_SOCKETS)) {
    console.log(`Measuring ${count} open pages ...`);
    found.push(await measureSockets(kit, count));
  }
  return found;
}
