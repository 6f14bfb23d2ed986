import { openApiDocument } from '@feusa/contracts/openapi';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { badParts, badValues } from './test-bad-values.js';
import { employee, SIGN_IN, type Answer } from './test-calls.js';
import { problemIn } from './test-problem.js';
import { isDistributed, Product } from './test-product.js';

/** So much of all that could be sent to each place; another seed chooses otherwise. */
const [SEED, EACH] = [2026, isDistributed ? 2 : 5];

interface Schema {
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly pattern?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly anyOf?: readonly Schema[];
  readonly items?: Schema;
}
interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
}
interface Operation {
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { schema: Schema }>> };
}
interface Place {
  readonly method: string;
  readonly address: string;
  readonly parameters: readonly Parameter[];
  readonly type: string | undefined;
  readonly body: Schema | undefined;
}

const document = openApiDocument() as {
  paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
};
const places = Object.entries(document.paths).flatMap(([address, methods]) =>
  Object.entries(methods).map(([method, { parameters = [], requestBody }]): Place => {
    const [type, content] = Object.entries(requestBody?.content ?? {})[0] ?? [];
    return { method: method.toUpperCase(), address, parameters, type, body: content?.schema };
  }),
);

let product: Product;
/** What there is of each noun. */
let known: Readonly<Record<string, string>>;
beforeAll(async () => {
  // What is answered with a fault says in the log what it was.
  product = await Product.open({ FEUSA_LOG_LEVEL: 'error' });
  known = await furnished();
});
afterAll(() => product.close());

async function furnished(): Promise<Record<string, string>> {
  const add = async (...given: Parameters<Product['done']>) => (await product.done(...given)).id;
  const folder = await add('add-folder', { name: 'Manuals', parentId: null });
  const bytes = Buffer.from('Grease the bearings weekly.');
  const upload = await product.upload(bytes, 'manual.txt');
  return {
    folder,
    file: await add('add-file', { folderId: folder, uploadId: upload }),
    link: await add('add-link', { folderId: folder, name: 'Portal', link: 'http://a.example' }),
    employee: await add('add-employee', employee),
    user: (await product.newPerson('basic', 'somebody@feusa.example')).id,
    error: await add('log-error', { details: 'The scale is silent', errors: {} }),
    group: await add('add-group', { name: 'Drivers' }),
    webhook: await add('add-webhook', { url: 'https://a.example/', types: [] }),
    upload: await product.upload(bytes, 'unused.txt'),
  };
}

const nounIn = (words: string) =>
  Object.keys(known).find((noun) => words.toLowerCase().includes(noun)) ?? 'folder';
/** What could well be meant. */
const idOf = (name: string, address: string) =>
  known[nounIn(name === 'id' || name === 'ids' ? address : name)]!;

/** A body as people send it, as text of JSON. */
function usual(schema: Schema, name: string, address: string): string {
  const { anyOf, enum: options, properties, items } = schema;
  if (anyOf?.[0]) return usual(anyOf[0], name, address);
  if (options) return JSON.stringify(options[0]);
  if (properties) return fields(properties, address);
  return items ? `[${usual(items, name, address)}]` : JSON.stringify(single(schema, name, address));
}

function single({ type: types, pattern }: Schema, name: string, address: string): unknown {
  const [type] = [types].flat();
  const isNew = name === 'newId' || (name === 'id' && /\/(add|log)-/.test(address));
  if (pattern) return isNew ? crypto.randomUUID() : idOf(name, address);
  if (type === 'integer' || type === 'number') return 1;
  if (type === 'boolean') return true;
  const texts: Record<string, unknown> = { ...employee, ...SIGN_IN, link: 'http://a.example' };
  return texts[name] ?? 'Harvest';
}

function fields(
  properties: NonNullable<Schema['properties']>,
  address: string,
  bad: Readonly<Record<string, string>> = {},
): string {
  const given = Object.entries(properties).map(([name, schema]) => [
    name,
    bad[name] ?? usual(schema, name, address),
  ]);
  return `{${given.map(([name, value]) => `${JSON.stringify(name)}:${value}`).join()}}`;
}

interface Sent {
  readonly parts?: Readonly<Record<string, string>>;
  readonly body?: string | undefined;
  readonly headers?: Readonly<Record<string, string>>;
}

function send(place: Place, { parts = {}, body, headers = {} }: Sent): Promise<Answer> {
  const { method, address, parameters, type } = place;
  const pathname = address.replace(
    /\{(\w+)\}/g,
    (_, name: string) => parts[name] ?? idOf(name, address),
  );
  const queries = parameters
    .filter((each) => each.in === 'query' && each.name in parts)
    .map(({ name }) => `${name}=${parts[name]}`);
  const search = queries.length > 0 ? `?${queries.join('&')}` : '';
  return product.ask(method, pathname + search, {
    as: product.people.admin,
    ...(body !== undefined && { body }),
    headers: { ...(type && { 'content-type': type }), ...headers },
  });
}

type Pick = <T>(all: readonly T[]) => readonly T[];

/** Every place of a call, each with something bad in it, and several of them. */
const badCalls = (place: Place, pick: Pick): Sent[] => [
  ...badParameters(place, pick),
  ...(place.body ? badBodies(place.body, place.address, pick) : []),
];

function badParameters({ address, parameters, body: schema }: Place, pick: Pick): Sent[] {
  const body = schema && usual(schema, '', address);
  return parameters.flatMap(({ name, in: where }) =>
    pick(badParts).map((part) =>
      where === 'header' ? { body, headers: { [name]: part } } : { body, parts: { [name]: part } },
    ),
  );
}

function badBodies({ properties = {} }: Schema, address: string, pick: Pick): Sent[] {
  const names = Object.keys(properties);
  const withBad = (bad: Readonly<Record<string, string>>) => fields(properties, address, bad);
  const withMore = (name: string, value: string) =>
    withBad({}).replace('{', `{${JSON.stringify(name)}:${value}${names.length > 0 ? ',' : ''}`);
  const all = () => Object.fromEntries(names.map((name) => [name, pick(badValues)[0]!]));
  const bodies = [
    ...names.flatMap((name) => pick(badValues).map((bad) => withBad({ [name]: bad }))),
    ...names.map((name) => withMore(name, 'null')),
    ...pick(badValues),
    ...['__proto__', 'constructor'].flatMap((name) =>
      pick(badValues).map((bad) => withMore(name, bad)),
    ),
    ...pick(badValues).map(() => withBad(all())),
  ];
  return bodies.map((body) => ({ body }));
}

/** They take nothing that could be bad, and sign the test out. */
const ends = ['DELETE /api/session', 'DELETE /api/me/sessions'];
/** Positions that are yet to come are waited for. */
const away = ['still-updating'];

const head = async () => (await product.store.head()).position;

describe('whatever is sent anywhere is answered without a fault, and appends nothing where it is refused:', () => {
  const tried = places.filter(({ method, address }) => !ends.includes(`${method} ${address}`));

  it.each(tried)('$method $address', async (place) => {
    const random = fc.sample(fc.infiniteStream(fc.nat()), { numRuns: 1, seed: SEED })[0]!;
    const pick = <T>(all: readonly T[]): T[] => {
      const first = random.next().value as number;
      return Array.from({ length: EACH }, (_, at) => all[(first + at) % all.length]!);
    };
    const calls = badCalls(place, pick);
    for (let from = 0; from < calls.length; from += EACH) {
      const some = calls.slice(from, from + EACH);
      const before = await head();
      const answers = await Promise.all(some.map((sent) => send(place, sent)));
      for (const [at, answer] of answers.entries()) judge(answer, some[at]!);
      if (answers.every(({ status }) => status >= 400)) expect(await head()).toBe(before);
    }
  });

  function judge(answer: Answer, sent: Sent): void {
    try {
      if (answer.status >= 400) problemIn(answer);
      if (answer.status < 500) return;
      expect(away).toContain(answer.body['code']);
    } catch (cause) {
      const details = JSON.stringify({ sent, answer }).slice(0, 2000);
      throw new Error(`A fault by ${details}`, { cause });
    }
  }

  afterAll(async () => {
    await product.done('add-folder', { name: 'Afterwards', parentId: null });
    const audit = await product.get('/api/audit/verify', product.people.admin);
    expect(audit.body).toMatchObject({ ok: true });
    const compared = await product.get('/api/audit/fingerprint', product.people.admin);
    expect(compared.body).toMatchObject({ ok: true });
  });
});
