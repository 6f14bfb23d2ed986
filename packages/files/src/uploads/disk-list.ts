import { readdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { parseRecord } from './record.js';
import type { Staged } from './staging-port.js';

/** Every id that has a record or bytes, with the time of its latest change. */
export async function* listStaged(dir: string): AsyncIterable<Staged> {
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
