import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { cell, commit, machine, number } from '../table.js';
import type { Results } from '../workloads.js';
import { tableOfGoals, tableOfTargets, type Goal, type Target } from './targets.js';
import type { Throughput } from './workers.js';

export interface Findings {
  readonly results: Results;
  /** Of the standalone profile in the same run, as far as it was measured. */
  readonly standalone: Results;
  readonly targets: readonly Target[];
  readonly goals: readonly Goal[];
  readonly workers: readonly Throughput[];
  readonly delayMs: number;
  /** MiB by service. */
  readonly memory: ReadonlyMap<string, number>;
  readonly replayed: string;
  /** Of a query service that was ended, ms. */
  readonly startedAnew: number;
  readonly events: number;
}

/** All figures, as they are printed and written. */
export function figures(found: Findings): string {
  const { results, standalone, targets, goals, workers, delayMs, memory, events } = found;
  const rows = [...results].map(([name, each]) => {
    const other = standalone.get(name);
    return `| ${name} | ${cell(each)} | ${other ? cell(other) : ''} |`;
  });
  const lines = [...memory].map(([name, mebibytes]) => `${name} ${number(mebibytes)}`);
  const workerRows = workers.map(
    ({ workers: count, rate, atOnce }) => `| ${count} | ${number(rate)} | ${atOnce} |`,
  );
  return `## Targets

${tableOfTargets(targets)}

Cores are what the processes of the product used while it was measured, without engines, database and load.

${tableOfGoals(goals)}

## Through the gateway

| measured | distributed | standalone, same run |
| --- | --- | --- |
${rows.join('\n')}

Memory by service, MiB: ${lines.join(', ')}.

${found.replayed}

A query service that was ended while ${events} events were appended shows the last of them
${number(found.startedAnew)} ms after its process is started.

## Workers

On an index whose every bulk request takes ${delayMs} ms more:

| workers | events/s | bulk requests at once |
| --- | --- | --- |
${workerRows.join('\n')}`;
}

const INTRODUCTION = `The services run apart on one machine: one
command service, two query services, three workers and the gateway, on Kafka, OpenSearch, Redis, an S3
server and PostgreSQL, which share the cores with each other and with the load. Rates are per second,
times are median / 99th percentile. What a target is held against was measured in the same run: the
standalone profile, a kafkajs producer and consumer, a kafkajs consumer that writes like rows, bulk
requests of the same documents, and the requests that the product's search sends. Catch-up is of
processes that are held while the events are appended and relayed, and then go on.`;

const LIMITS = `- **Commands**: the core that decides and hashes, shared with the gateway, the relay, the broker and
  every service that follows the log; on more cores only the first of them counts.
- **Command to screen**: two commits and one round trip of Kafka. The gateway, the relay's wake-up over
  PostgreSQL and the push add to what the broker takes.
- **Reads**: ready bytes from memory of one query service, since one browser stays with one; the gateway
  passes every answer on once more.
- **Search**: OpenSearch itself; a word that nobody has is asked for again with errors forgiven, after
  finding out which word of several it is.
- **Search right after a change** (\`after=\`): the workers' progress is told with the marks of the relay,
  every 200 ms, and the index is refreshed then.
- **Catch-up**: decrypting what is personal, which the bare consumer leaves as it came; rows in JSON
  to PostgreSQL, one statement a batch, then the directory and the sockets.
- **Reindex**: every document is read back and compared with the log before the new index is used; bulk
  requests go one at a time.
- **Workers**: one bulk request of at most 250 people at a time for each partition, as a stream's events keep
  their order, and four of those at once in one worker: while the index is slow to answer, more workers
  have more of them under way. What ends it is the index itself, here on the cores that everything shares; more workers
  than the twelve partitions would have nothing to do.
- **Memory**: every query service has the whole directory and its pages.`;

export async function writeReport(text: string): Promise<void> {
  const report = `# Performance of the services apart

Made by \`npm run bench -- --profile distributed\` on ${machine()}, of commit ${await commit()}. ${INTRODUCTION}

${text}

## What limits what

${LIMITS}
`;
  await writeFile(path.join(import.meta.dirname, '../../docs/performance-distributed.md'), report);
}
