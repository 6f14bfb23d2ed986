import { readConfig } from '@feusa/profiles/config';
import { openSearchTool } from '@feusa/profiles/search-tool';
import { SearchUnavailable } from '@feusa/search/port';
import { endWithUncaught, toOperator } from '@feusa/platform/start-fault';
import { faultText } from '@feusa/platform/telemetry/fault-text';
import { reindex, type Reindexed } from '@feusa/search-indexer/reindex';
import { rebuildDocuments } from '@feusa/search/find/rebuild';
import { readArguments, toolOf } from '../arguments.js';

const ABOUT = `Builds the search index anew from the log, while people search and change in the one there is, compares
the two sides one by one and puts the new index in the place of the old one.`;

const tool = toolOf('reindex', ABOUT).option(
  '--rollback',
  'brings the index back that was searched before, after it has been told what it missed',
  false,
);

endWithUncaught();
const stopped = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => (stopped.signal.aborted ? process.exit(1) : stopped.abort()));
}

try {
  await run();
} catch (fault) {
  console.error(messageOf(fault));
  process.exitCode = 1;
}

async function run(): Promise<void> {
  const { rollback } = readArguments<{ rollback: boolean }>(tool).values;
  const { index, store, documents, alone, close } = await openSearchTool(
    readConfig(process.env),
    'reindex',
  );
  try {
    const result = await alone((lost) => {
      const signal = AbortSignal.any([stopped.signal, lost]);
      return reindex({ index, store, rollback, signal, progress });
    });
    print(result);
    if (rollback) return;
    if (!(await documents.source.isPrepared())) {
      console.log('Documents are not searched yet: query makes their tables when it first starts.');
      return;
    }
    const copied = await alone((lost) => {
      const signal = AbortSignal.any([stopped.signal, lost]);
      return rebuildDocuments({ ...documents, signal });
    });
    console.log(
      `Searches for documents now go to ${copied.name}, with ${copied.documents} entries.`,
    );
  } finally {
    await close();
  }
}

function progress(done: number, of: number): void {
  process.stdout.write(`\rIndexed ${done} of ${of} people`);
  if (done === of) process.stdout.write('\n');
}

function print({ name, seconds, compared, changing, refused }: Reindexed): void {
  console.log(`Compared ${compared} people with the log: count and content are the same.`);
  if (changing > 0) console.log(`${changing} more changed meanwhile, in both indexes.`);
  for (const id of refused) console.log(`This person cannot be searched: ${id}`);
  console.log(`Searches now go to ${name}, after ${seconds.toFixed(1)} s.`);
}

function messageOf(fault: unknown): string {
  if (fault instanceof SearchUnavailable)
    return `OpenSearch gives no useful answer; nothing was changed. ${faultText(fault.cause)}`;
  return toOperator(fault);
}
