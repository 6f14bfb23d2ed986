import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { readConfig } from '@feusa/profiles/config';
import { openBackup } from '@feusa/profiles/backup';
import sharp from 'sharp';
import { employee } from '@feusa/system-tests/test-calls';
import { Product } from '@feusa/system-tests/test-product';
import { newIdentity } from './age.js';
import { writeBackup } from './write-backup.js';

const TUS = { 'tus-resumable': '1.0.0' };

export async function upload(product: Product, bytes: Buffer, name: string): Promise<string> {
  const { cookie = '' } = product.people.admin;
  const reply = await fetch(`${product.address}/api/uploads`, {
    method: 'POST',
    headers: {
      ...TUS,
      cookie,
      'content-type': 'application/offset+octet-stream',
      'upload-metadata': `filename ${Buffer.from(name).toString('base64')}`,
      'upload-length': String(bytes.length),
    },
    body: new Uint8Array(bytes),
  });
  if (reply.status !== 201) throw new Error(await reply.text());
  return reply.headers.get('location')!.slice('/api/uploads/'.length);
}

/** Folders, files, people with photos, and some of each removed again. Answers with an open folder. */
export async function fillCompany(product: Product): Promise<string> {
  const folder = async (name: string, parentId: string | null = null) =>
    (await product.done('add-folder', { name, parentId })).id;
  const manuals = await folder('Manuals "Łąka" 😀');
  const { admin } = product.people;
  await product.command('add-folder', { name: 'Keyed', parentId: null }, admin, randomUUID());
  const inner = await folder('Combines', manuals);
  const gone = await folder('Gone', manuals);
  for (const [index, size] of [700_000, 3, 40_000].entries()) {
    const uploadId = await upload(product, randomBytes(size), `résumé ${index}.bin`);
    await product.done('add-file', { folderId: inner, uploadId });
  }
  const image = { create: { width: 60, height: 60, channels: 3, background: 'olive' } } as const;
  const photo = await upload(product, await sharp(image).png().toBuffer(), 'me.png');
  await product.done('add-employee', { ...employee, uploadId: photo });
  const other = await product.done('add-employee', { ...employee, email: 'o@feusa.example' });
  await product.done('remove-employee', { id: other.id });
  await product.done('move-folder', { id: inner, parentId: null });
  await product.done('remove-folder', { id: gone });
  return manuals;
}

/** Changes the company all the time, until it is told to stop. */
export function goOn(product: Product, folderId: string) {
  let going = true;
  const work = (async () => {
    for (let count = 0; going; count++) {
      const uploadId = await upload(product, randomBytes(1000), `more ${count}.bin`);
      await product.done('add-file', { folderId, uploadId });
      await product.done('add-folder', { name: `More ${count}`, parentId: folderId });
      const email = `more.${count}@feusa.example`;
      await product.done('add-employee', { ...employee, firstName: `Anna ${count}`, email });
    }
  })();
  return async () => {
    going = false;
    await work;
  };
}

/** A product, and whoever its backups are encrypted for. */
export interface BackedUpProduct {
  readonly product: Product;
  /** A folder for backups. */
  readonly home: string;
  /** The file with the private key of `recipient`. */
  readonly identity: string;
  readonly recipient: string;
  close(): Promise<void>;
}

export async function openBackedUpProduct(): Promise<BackedUpProduct> {
  const home = await mkdtemp(path.join(tmpdir(), 'feusa-backups-'));
  const identity = path.join(home, 'identity');
  const recipient = await newIdentity(identity);
  const product = await Product.open({}, false);
  return {
    ...{ product, home, identity, recipient },
    async close() {
      await product.close();
      await rm(home, { recursive: true, force: true });
    },
  };
}

/** A backup as the product is now, with its keys beside it. */
export async function backUpTo(
  { settings }: Product,
  dir: string,
  recipients: readonly string[],
): Promise<void> {
  const ports = await openBackup(readConfig(settings), settings['DATABASE_URL']!);
  const options = { dir, keys: `${dir}.keys`, recipients, print: () => undefined };
  await writeBackup(ports, options).finally(() => ports.close());
}

/** Signs the administrator in where a product was brought back. Answers with the cookie. */
export async function signIn({ settings }: Product, address: string): Promise<string> {
  const answer = await fetch(`${address}/api/session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      email: settings['FEUSA_ADMIN_EMAIL'],
      password: settings['FEUSA_ADMIN_PASSWORD'],
      teamPassword: settings['FEUSA_TEAM_PASSWORD'],
    }),
  });
  return answer.headers.get('set-cookie')?.split(';')[0] ?? '';
}

/** Where a product answers, and as whom it is asked. */
export interface SignedInProduct {
  readonly address: string;
  readonly cookie: string;
}

const TRIES = 20;

async function text({ address, cookie }: SignedInProduct, url: string): Promise<string> {
  const ask = () => fetch(address + url, { headers: { cookie } });
  let answer = await ask();
  // What has just been started may still be updating.
  for (let tries = 0; answer.status === 503 && tries < TRIES; tries++) {
    await sleep(200);
    answer = await ask();
  }
  const bytes = Buffer.from(await answer.arrayBuffer());
  return `${answer.status} ${bytes.toString('base64')}`;
}

const json = async (asked: SignedInProduct, url: string): Promise<unknown> => {
  const [status, body = ''] = (await text(asked, url)).split(' ');
  if (status !== '200') throw new Error(`${url}: ${status}`);
  return JSON.parse(Buffer.from(body, 'base64').toString());
};

interface Thing {
  readonly id?: string;
  readonly type?: string;
  readonly url?: string;
  readonly file?: string;
  readonly position?: string;
}

/** Everything with an id, anywhere in an answer. */
function things(value: unknown): Thing[] {
  if (typeof value !== 'object' || value === null) return [];
  const own = 'id' in value ? [value as Thing] : [];
  return [...own, ...Object.values(value).flatMap(things)];
}

/** The answers of every screen, byte for byte, at a position or now, by address. */
export async function screens(asked: SignedInProduct, at?: number): Promise<Map<string, string>> {
  const moment = at === undefined ? '' : `?at=${at}`;
  const tree = things(await json(asked, `/api/tree${moment}`));
  const people = things(await json(asked, `/api/employees${moment}`));
  const urls = ['/api/tree', '/api/folders', '/api/employees'].map((url) => url + moment);
  for (const { id, type } of tree) if (type === 'folder') urls.push(`/api/folders/${id}${moment}`);
  if (at === undefined) {
    const [newest] = things(await json(asked, '/api/audit/events?order=newest&limit=1'));
    urls.push('/api/users', '/api/trash', '/api/errors');
    urls.push(`/api/search?q=Kami&after=${newest?.position ?? 0}`);
    urls.push('/api/audit/events?limit=1000', '/api/audit/verify');
    urls.push(...[...tree, ...people].flatMap(({ url, file }) => url ?? file ?? []));
  }
  const answers = new Map<string, string>();
  for (const url of urls) answers.set(url, await text(asked, url));
  return answers;
}
