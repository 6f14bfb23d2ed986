import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { request, type Reply } from './http.js';
import type { Client } from './sender.js';

const PAUSE_MS = 500;

/** Sends a small text file as a tus upload of one request; tries again for as long as it is away. */
export async function upload(
  address: string,
  as: Client,
  ended?: AbortSignal,
): Promise<string | undefined> {
  while (!ended?.aborted) {
    const { status, headers } = await uploadOnce(address, as);
    if (status === 201) return headers.get('location')?.split('/').at(-1);
    await sleep(PAUSE_MS);
  }
  return undefined;
}

export function uploadOnce(address: string, { cookie }: Client): Promise<Reply> {
  const raw = new TextEncoder().encode(`Notes ${randomBytes(200).toString('hex')}\n`);
  const name = Buffer.from(`notes-${randomBytes(4).toString('hex')}.txt`).toString('base64');
  const headers = {
    'tus-resumable': '1.0.0',
    'upload-length': String(raw.length),
    'upload-metadata': `filename ${name}`,
    'content-type': 'application/offset+octet-stream',
  };
  return request('POST', `${address}/api/uploads`, { cookie, headers, raw });
}
