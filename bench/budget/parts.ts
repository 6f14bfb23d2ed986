import type { CallFrame, Profile } from './profile.js';

/**
 * What the time of an operation goes into, by the file that works; the first that fits counts. Everything else, such as Node
 * itself, works for whoever has called it.
 */
const PARTS: readonly (readonly [part: string, files: RegExp])[] = [
  ['push to screens', /services\/query\/src\/live\/|node_modules\/(socket\.io|engine\.io|ws\b)/],
  ['search index', /packages\/search\/|services\/query\/src\/search\/|node_modules\/minisearch/],
  ['projections', /services\/query\/|event-log\/src\/(subscription|audit-trail|relay|webhooks)\//],
  [
    'files',
    /packages\/files\/|command\/src\/uploads\/|node_modules\/(@tus|srvx|file-type|strtok3)/,
  ],
  [
    'session and rights',
    /packages\/identity\/|http\/src\/(access|fair-share|origin)|domain\/src\/access/,
  ],
  [
    'input, read and checked',
    /node_modules\/zod|packages\/contracts\/|http\/src\/(json-body|parsed)/,
  ],
  ['encryption and keys', /packages\/privacy\/|store\/encryption/],
  ['canonical bytes and hashes', /store\/(canonical|chain|stored-form)|packages\/transparency\//],
  ['decision', /packages\/domain\/|services\/command\//],
  ['append, what is written', /event-log\/src\/store\//],
  [
    'SQL client',
    /node_modules\/(pg|typeorm)|platform\/src\/postgres|platform\/src\/array-parameter/,
  ],
  [
    'HTTP and framework',
    /node:_http|node:internal\/http|node_modules\/(fastify|@fastify|@nestjs|rxjs|find-my-way|avvio)|packages\/http\//,
  ],
  [
    'logs, traces and counts',
    /platform\/src\/(telemetry|pulse)|node_modules\/(pino|prom-client|@opentelemetry)/,
  ],
  ['the floor’s own', /bench\/floor\.mjs/],
];
const REST = 'Node itself';
const COLLECTING = 'collecting garbage';

/** In the order of a table. */
export const partNames: readonly string[] = [...PARTS.map(([part]) => part), COLLECTING, REST];

/** Shares of the time in which a process worked, by part; together they are 1. */
export function sharesOf(
  { nodes, samples, timeDeltas }: Profile,
  sourceOf: (frame: CallFrame) => string,
): ReadonlyMap<string, number> {
  const partAt = partsOfNodes(nodes, sourceOf);
  const spent = new Map<string, number>();
  let busy = 0;
  for (const [at, id] of samples.entries()) {
    const part = partAt.get(id);
    const time = timeDeltas[at] ?? 0;
    if (part === undefined) continue;
    busy += time;
    spent.set(part, (spent.get(part) ?? 0) + time);
  }
  return new Map([...spent].map(([part, time]) => [part, time / busy]));
}

/** The part of each node; none where nothing was done. */
function partsOfNodes(nodes: Profile['nodes'], sourceOf: (frame: CallFrame) => string) {
  const found = new Map<number, string | undefined>();
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const visit = (id: number, above: string) => {
    const { callFrame, children = [] } = byId.get(id)!;
    const part = partOf(callFrame, sourceOf) ?? above;
    found.set(id, callFrame.functionName === '(idle)' ? undefined : part);
    for (const child of children) visit(child, part);
  };
  visit(nodes[0]!.id, REST);
  return found;
}

function partOf(frame: CallFrame, sourceOf: (frame: CallFrame) => string): string | undefined {
  if (frame.functionName === '(garbage collector)') return COLLECTING;
  const source = sourceOf(frame);
  return PARTS.find(([, files]) => files.test(source))?.[0];
}
