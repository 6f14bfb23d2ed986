import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { readConfig } from '@feusa/profiles/config';
import { openBackup, type BackupPorts } from '@feusa/profiles/backup';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { poll } from '@feusa/testing/wait';
import { employee } from '@feusa/system-tests/test-calls';
import { Product } from '@feusa/system-tests/test-product';
import { upload } from './test-company.js';
import { writeBackup } from './write-backup.js';

let product: Product;
let home: string;
let ports: BackupPorts;
beforeAll(async () => {
  home = await mkdtemp(path.join(tmpdir(), 'feusa-backup-'));
  product = await Product.open({}, false);
  const { settings } = product;
  ports = await openBackup(readConfig(settings), settings['DATABASE_URL']!);
});
afterAll(async () => {
  await ports.close();
  await product.close();
  await rm(home, { recursive: true, force: true });
});

let made = 0;
async function added() {
  const background = ['olive', 'teal', 'navy'][made++]!;
  const image = { create: { width: 60, height: 60, channels: 3, background } } as const;
  const uploadId = await upload(product, await sharp(image).png().toBuffer(), 'me.png');
  const email = `photo-${made}@feusa.example`;
  return (await product.done('add-employee', { ...employee, email, uploadId })).id;
}

/** A backup in which something happens after its moment, before the first file is copied. */
function backup(meanwhile: (sha256: string) => Promise<unknown>): Promise<unknown> {
  const { blobs } = ports;
  const read = async (sha256: string) => {
    await meanwhile(sha256);
    return blobs.read(sha256);
  };
  const dir = path.join(home, `backup-${made}`);
  const options = { dir, keys: `${dir}.keys`, recipients: [], print: () => undefined };
  return writeBackup({ ...ports, blobs: { ...blobs, read } }, options);
}

it('a backup that somebody was erased during says so, and the next one is whole', async () => {
  const id = await added();
  const name = `${employee.firstName} ${employee.lastName}`;
  const interrupted = backup(async (sha256) => {
    await product.done('erase-person', { id, name });
    await poll(() => ports.blobs.size(sha256)).toBeUndefined();
  });
  await expect(interrupted).rejects.toThrow('Somebody was erased while the backup was made');
  await added();
  await backup(async () => undefined);
});

it('a file that is still in the log is missing', async () => {
  await added();
  const interrupted = backup((sha256) => ports.blobs.remove(sha256));
  await expect(interrupted).rejects.toThrow('is in the log, and missing in the file store');
});
