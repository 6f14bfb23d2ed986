import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { endOnSignals } from '@feusa/http/shutdown';
import { Command } from 'commander';
import { openCluster, type Cluster } from './cluster.js';
import { statusLine, statusOf } from './status.js';

new Command('npm run distributed')
  .description('Runs the product as services apart with their engines, on this machine.')
  .parse();

/** Services and engines end one after the other. */
const PATIENCE_MS = 90_000;

/** 0 for any that is free. */
const PORT = Number(process.env['PORT'] || 3000);

/** `npm run distributed`: everything on this machine. Answers with the way to end it. */
async function main(): Promise<Cluster['stop']> {
  const dir = path.resolve(process.env['FEUSA_DATA_DIR'] || './data', 'distributed');
  console.log('Starting the engines, then the services …');
  const cluster = await openCluster({
    dir,
    ...(PORT && { port: PORT }),
    log: (line) => console.log(line),
  });
  for (const line of cluster.commands[0]?.text.split('\n').filter(isForPeople) ?? [])
    console.log(line);
  await writeAddresses(dir, cluster);
  for (const { name, port } of Object.values(cluster.engines))
    console.log(statusLine(name, `port ${port}`, 'up'));
  for await (const line of statusOf(cluster.services, cluster.address)) console.log(line);
  console.log(`Logs are in ${path.join(dir, 'logs')}; Ctrl-C ends everything in order.`);
  return cluster.stop;
}

/** What the first run says of how to sign in; everything else of a service is for its log. */
const isForPeople = (line: string) => /^(E-mail|Password|Team password)\b/i.test(line);

/** For tools that work beside the services: where the engines are, and the key to the log. */
async function writeAddresses(dir: string, { env }: Cluster): Promise<void> {
  const engines = ['DATABASE_URL', 'KAFKA_BROKERS', 'OPENSEARCH_URL', 'REDIS_URL'];
  const files = ['S3_ENDPOINT', 'S3_ACCESS_KEY', 'S3_SECRET_KEY', 'S3_BUCKET'];
  const names = [...engines, ...files, 'FEUSA_NAMESPACE'];
  const lines = names.flatMap((name) => (env[name] ? [`${name}=${env[name]}\n`] : []));
  const keyFile = path.join(env['FEUSA_DATA_DIR']!, 'master.key');
  const key = env['FEUSA_MASTER_KEY'] || (await readFile(keyFile, 'utf8')).trim();
  lines.push(`FEUSA_MASTER_KEY=${key}\n`);
  await writeFile(path.join(dir, 'engines.env'), lines.join(''), { mode: 0o600 });
}

const started = main();
endOnSignals(started, PATIENCE_MS);
started.catch((fault: unknown) => {
  console.error(fault instanceof Error ? fault.message : fault);
  process.exit(1);
});
