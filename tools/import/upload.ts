import type { Readable } from 'node:stream';
import { type ImportResponse, type Connection, Refused } from './connection.js';
import { Interrupted, persist } from './retry.js';

/** Up to this many bytes go in one request, from memory. */
export const SMALL_BYTES = 1024 * 1024;
const PIECE_BYTES = 8 * 1024 * 1024;
const PATIENCE_MS = 60_000;

const tus = { 'tus-resumable': '1.0.0' };
const octets = { ...tus, 'content-type': 'application/offset+octet-stream' };

/** Bytes to send: `read` opens those from `start` up to and without `end`; `all` reads small ones whole. */
export interface Source {
  readonly name: string;
  readonly size: number;
  all(): Promise<Buffer>;
  read(start: number, end: number): Readable;
}

/** Sends a file by tus and answers with its uploadId. @throws Refused, Interrupted */
export async function upload(connection: Connection, source: Source): Promise<string> {
  const small = source.size <= SMALL_BYTES ? await source.all() : undefined;
  const created = await connection.ask({
    method: 'POST',
    path: '/api/uploads',
    headers: { ...(small ? octets : tus), ...announcement(source) },
    ...(small ? { body: () => small, length: small.length } : { length: 0 }),
  });
  const path = new URL(created.headers.location ?? '', connection.address).pathname;
  await sendRest(connection, { path, source, offset: offsetOf(created) });
  return path.slice(path.lastIndexOf('/') + 1);
}

/** Removes an upload that no command will use; if that fails the server does so after a day. */
export async function dropUpload(connection: Connection, uploadId: string): Promise<void> {
  const path = `/api/uploads/${uploadId}`;
  await connection.once({ method: 'DELETE', path, headers: tus }).catch(() => undefined);
}

function announcement({ name, size }: Source): Record<string, string> {
  const filename = Buffer.from(name).toString('base64');
  return { 'upload-length': String(size), 'upload-metadata': `filename ${filename}` };
}

interface Rest {
  readonly path: string;
  readonly source: Source;
  /** Where the server stands, in bytes. */
  readonly offset: number;
}

/** A piece at a time; after a break it asks where the server stands and goes on from there. */
async function sendRest(connection: Connection, { path, source, offset }: Rest): Promise<void> {
  let known: number | undefined = offset;
  while (known === undefined || known < source.size) {
    known = await persist(async () => {
      const start =
        known ?? offsetOf(await connection.once({ method: 'HEAD', path, headers: tus }));
      known = undefined;
      return start < source.size ? sendPiece(connection, path, { source, start }) : start;
    }, PATIENCE_MS);
  }
}

async function sendPiece(
  connection: Connection,
  path: string,
  { source, start }: { readonly source: Source; readonly start: number },
): Promise<number> {
  const end = Math.min(source.size, start + PIECE_BYTES);
  try {
    const answer = await connection.once({
      method: 'PATCH',
      path,
      headers: { ...octets, 'upload-offset': String(start) },
      body: () => source.read(start, end),
      length: end - start,
    });
    return offsetOf(answer);
  } catch (fault) {
    // Bytes of a try that was given up may still have arrived.
    if (fault instanceof Refused && fault.status === 409) throw new Interrupted(fault.message);
    throw fault;
  }
}

const offsetOf = ({ headers }: ImportResponse): number => Number(headers['upload-offset'] ?? 0);
