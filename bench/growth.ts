import { kinds } from './growth/kinds.js';
import { measureSize, type Found } from './growth/measure.js';
import { tableOf, writeGrowth } from './growth/report.js';
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

/** What everything costs at one size after the other. */
export async function benchGrowth({ quick, long, only }: Options): Promise<void> {
  const kit = await openKit();
  const port = 20_000 + (process.pid % 10_000);
  const of = await commit();
  try {
    const sections = [];
    for (const kind of kinds.filter(({ name }) => only?.includes(name) ?? true)) {
      const all = [...kind.sizes, ...(long ? kind.long : [])];
      const found: Found[] = [];
      for (const size of all.filter((each) => !quick || each <= QUICK)) {
        console.log(`Measuring ${size} ${kind.unit} ...`);
        found.push(await measureSize({ ...kit, port }, kind, size));
      }
      console.log(`\n${tableOf(kind, found)}\n`);
      sections.push({ kind, found });
      // After each, so that a run that is ended has told what it knows.
      if (!quick) await writeGrowth(sections, of);
    }
  } finally {
    await kit.close();
  }
}
