import { createHash, type Hash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import {
  mkdir,
  open,
  readFile,
  rename,
  stat,
  statfs,
  unlink,
  writeFile,
  readdir,
  type FileHandle,
} from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { LRUCache } from 'lru-cache';
import { memoryBounds } from '@feusa/contracts/memory-bounds';
import { OWN_DIRECTORY, OWN_FILE } from '@feusa/platform/own-files';
import { codeOf, storage, syncDirectory } from '../blobs/disk-faults.js';
import { receiveStream } from './receive.js';
import { Meter } from './meter.js';
import { RunningHashes } from './running-hashes.js';
import type { Received, Staging, ReceiveOptions, UploadRecord, Staged } from './staging-port.js';

const KNOWN = { max: memoryBounds.uploads.value };
const READ_BYTES = 1 << 20;
/** Far less than what a sweep of blobs takes for old. */
const JUST_NOW_MS = 60_000;
const GATHER_ALL = 8 << 20;
const GATHER_MOST = 1 << 20;
const GATHER_LEAST = 64 << 10;

/**
 * Unfinished uploads of this process as `{dir}/{id}.part` with `{dir}/{id}.json` beside it; `dir` is made if missing.
 */
export async function openDiskStaging({ dir }: { readonly dir: string }): Promise<Staging> {
  await mkdir(dir, OWN_DIRECTORY);
  const hashes = new RunningHashes();
  const records = new LRUCache<string, UploadRecord>(KNOWN);
  const synced = new LRUCache<string, { readonly size: number; readonly at: number }>(KNOWN);
  const part = (id: string) => path.join(dir, `${id}.part`);
  const sidecar = (id: string) => path.join(dir, `${id}.json`);
  let taking = 0;

  const take = async (record: UploadRecord, source: Readable, options: ReceiveOptions) => {
    const { id } = record;
    const { at, limit, pace, signal, checksum, onBytes } = options;
    const meter = new Meter(at, hashes.upTo(id, at), checksum);
    hashes.forget(id);
    const onChunk = (chunk: Buffer) => {
      meter.pass(chunk);
      onBytes?.(chunk.length);
    };
    const file = await open(part(id), 'a', OWN_FILE.mode);
    try {
      const gather = Math.max(GATHER_LEAST, Math.min(GATHER_MOST, GATHER_ALL / ++taking));
      const write = async (batch: readonly Buffer[]) => {
        const size = batch.reduce((sum, { length }) => sum + length, 0);
        const append = async () => (await file.writev(batch)).bytesWritten;
        return options.writing ? options.writing(size, append) : append();
      };
      const end = await receiveStream(source, { limit, pace, signal, gather, onChunk, write });
      await file.sync();
      const { size, whole } = meter;
      synced.set(id, { size, at: performance.now() });
      if (whole && end !== 'too-long') hashes.keep(id, whole, size);
      return { end, size, record, ...meter.reading() };
    } finally {
      taking -= 1;
      await file.close();
    }
  };

  return {
    receive: (record, source, options): Promise<Received> =>
      storage(() => take(record, source, options)),
    async staged({ id, length: size }) {
      hashes.forget(id);
      const last = synced.get(id);
      const isDurable = last?.size === size && performance.now() - last.at < JUST_NOW_MS;
      const file = part(id);
      return { size, file, isDurable, read: () => Promise.resolve(createReadStream(file)) };
    },
    list: () => listStaged(dir),
    sha256: async ({ id }, size) =>
      (hashes.upTo(id, size) ?? (await hashFile(part(id)))).digest('hex'),
    async find(id) {
      const known = records.get(id);
      if (known) return known;
      const text = await readFile(sidecar(id), 'utf8').catch(ignoreAbsent);
      return text === undefined ? undefined : parseRecord(text, id);
    },
    save: (record) =>
      storage(async () => {
        const [file, text] = [sidecar(record.id), JSON.stringify(record)];
        const isFirst = !records.has(record.id) && (await writeFirst(file, text));
        if (!isFirst) await replace(file, text);
        records.set(record.id, record);
        return record;
      }),
    sync: (id) =>
      storage(async () => void (await Promise.all([syncFile(sidecar(id)), syncDirectory(dir)]))),
    size: async ({ id }) => (await stat(part(id)).catch(ignoreAbsent))?.size ?? 0,
    async cut(record, size) {
      hashes.forget(record.id);
      await cutFile(part(record.id), size);
      return record;
    },
    async bytes({ id }, start, length) {
      const file = await open(part(id));
      try {
        const from = start < 0 ? Math.max(0, (await file.stat()).size + start) : start;
        const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, from);
        return buffer.subarray(0, bytesRead);
      } finally {
        await file.close();
      }
    },
    async discard({ id }) {
      hashes.forget(id);
      await remove(part(id));
    },
    async forget(id) {
      hashes.forget(id);
      await remove(part(id));
      await remove(sidecar(id));
      records.delete(id);
      synced.delete(id);
      return true;
    },
    async space() {
      const { bavail, blocks, bsize } = await statfs(dir);
      return { free: bavail * bsize, total: blocks * bsize };
    },
  };
}

function ignoreAbsent(fault: unknown): undefined {
  if (codeOf(fault) !== 'ENOENT') throw fault;
}

const remove = (file: string): Promise<void> => unlink(file).catch(ignoreAbsent);

/** A first record that is cut off is none, and nobody knows of its upload yet. Says whether it is the first. */
async function writeFirst(file: string, text: string): Promise<boolean> {
  try {
    await writeFile(file, text, { ...OWN_FILE, flag: 'wx' });
    return true;
  } catch (fault) {
    if (codeOf(fault) !== 'EEXIST') throw fault;
    return false;
  }
}

async function replace(file: string, text: string): Promise<void> {
  const fresh = `${file}.new`;
  await writeFile(fresh, text, OWN_FILE);
  await rename(fresh, file);
}

const cutFile = (file: string, size: number) => changed(file, (opened) => opened.truncate(size));
const syncFile = (file: string) => changed(file, () => Promise.resolve());

/** Makes a file durable with a change of it, where it is there. */
async function changed(file: string, change: (opened: FileHandle) => Promise<void>): Promise<void> {
  const opened = await open(file, 'r+').catch(ignoreAbsent);
  if (!opened) return;
  try {
    await change(opened);
    await opened.sync();
  } finally {
    await opened.close();
  }
}

async function hashFile(name: string): Promise<Hash> {
  const hash = createHash('sha256');
  const file = await open(name);
  for await (const chunk of file.createReadStream({ highWaterMark: READ_BYTES })) {
    hash.update(chunk as Buffer);
  }
  return hash;
}

/** Every id that has a record or bytes, with the time of its latest change. */
async function* listStaged(dir: string): AsyncIterable<Staged> {
  const ids = new Set((await readdir(dir)).map((name) => name.slice(0, name.indexOf('.'))));
  for (const id of ids) {
    const sidecar = path.join(dir, `${id}.json`);
    const text = await readFile(sidecar, 'utf8').catch(() => '');
    const files = [sidecar, `${sidecar}.new`, path.join(dir, `${id}.part`)];
    const times = await Promise.all(files.map((file) => stat(file).catch(() => undefined)));
    const changedAt = Math.max(...times.map((time) => time?.mtimeMs ?? 0));
    yield { id, record: parseRecord(text, id), changedAt };
  }
}

/** A record that a loss of power left empty or cut is no record. */
function parseRecord(text: string, id: string): UploadRecord | undefined {
  try {
    const record = JSON.parse(text) as UploadRecord;
    return record.id === id ? record : undefined;
  } catch {
    return undefined;
  }
}
