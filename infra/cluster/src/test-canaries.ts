import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { crc32, deflateSync } from 'node:zlib';
import { readConfig } from '@feusa/profiles/config';
import { placesWith } from '@feusa/profiles/erasure-check/erasure-check';
import type { Product } from './cluster.js';
import { built } from './program.js';

/** Letters and digits that nothing else has. */
export const canary = (): string => `canary${randomBytes(12).toString('hex')}`;

/** As many as a number may have: fewer of them turn up in a log by chance. */
const digits = () => String(1e14 + Math.floor(Math.random() * 9e14));

/** Somebody of whom every text is a canary, and each number one too. */
export function newEmployee() {
  const [phone, mobile] = [digits(), digits()];
  const fields = {
    ...{ firstName: canary(), lastName: canary(), email: `${canary()}@canary.example` },
    ...{ phoneNumber: `+${phone}`, mobile: `+${mobile}` },
    ...{ role: canary(), location: canary(), department: canary(), manager: canary() },
  };
  return { fields, values: [...Object.values(fields), phone, mobile] };
}

/** Where any of these is found: in all engines, and in every file of the cluster, its logs among them. */
export const everywhere = (product: Product, dir: string, values: readonly string[]) =>
  placesWith(
    readConfig({ ...product.env, FEUSA_DATA_DIR: dir }),
    product.env['DATABASE_URL']!,
    values,
  );

/** A portrait that nobody else has. */
export function newPicture(): Buffer {
  const size = 8;
  const row = () => Buffer.concat([Buffer.from([0]), randomBytes(3 * size)]);
  const header = Buffer.alloc(13);
  header.writeUInt32BE(size, 0);
  header.writeUInt32BE(size, 4);
  header.set([8, 2, 0, 0, 0], 8);
  const rows = deflateSync(Buffer.concat(Array.from({ length: size }, row)));
  const signature = Buffer.from('89504e470d0a1a0a', 'hex');
  return Buffer.concat([
    ...[signature, chunk('IHDR', header), chunk('IDAT', rows)],
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), data]);
  const numbers = Buffer.alloc(8);
  numbers.writeUInt32BE(data.length, 0);
  numbers.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([numbers.subarray(0, 4), body, numbers.subarray(4)]);
}

/** The token of the only reset letter to this address, once it is there. */
export async function resetToken(product: Product, email: string): Promise<string | undefined> {
  const mail = path.join(product.env['FEUSA_DATA_DIR']!, 'mail');
  for (const name of await readdir(mail).catch(() => [])) {
    const text = await readFile(path.join(mail, name), 'utf8');
    const token = /token=(?:3D)?([\w-]+)/.exec(text.replace(/=\r?\n/g, ''))?.[1];
    if (token && text.includes(email)) return token;
  }
  return undefined;
}

/** Runs a tool of the built product with the settings of the cluster. */
export async function runTool(product: Product, name: string): Promise<void> {
  await promisify(execFile)(process.execPath, built(`cli/${name}`), { env: product.env });
}
