import { streamOf } from '@feusa/contracts/events';
import { refuse } from '@feusa/contracts/refusals';
import type { EventStore } from '@feusa/event-log/store/port';
import { openArchive } from '../audit/bundle/bundle.js';
import { script } from '../audit/bundle/parts.js';
import { endOf, lineOf } from '../audit/export.js';
import { base64 } from '../audit/inclusion.js';
import type { TransparentLog } from '@feusa/transparency/port';

interface ReceiptOf {
  readonly store: EventStore;
  readonly transparentLog: TransparentLog;
  /** Of what is not, it takes as long to say that there is nothing. */
  readonly isSeen: boolean;
}

/**
 * That a user has acknowledged a file, the version that they acknowledged last: the event, its inclusion proof, a
 * checkpoint, and the script that checks them; nothing of anybody else. @throws Refusal
 */
export async function openReceipt(
  { store, transparentLog, isSeen }: ReceiptOf,
  id: string,
  userId: string,
): Promise<AsyncIterable<Buffer>> {
  const stream = streamOf('file', id);
  const own = await store.readAcknowledged(userId);
  const event = own.findLast((each) => each.stream === stream);
  if (!event || !isSeen) return refuse('acknowledgement/not-found');
  const { position } = event;
  await transparentLog.reached(position);
  const { size, trailer, isProved } = await endOf(store, transparentLog);
  if (!isProved) return refuse('audit/contradiction');
  const [[recorded], { proof }] = await Promise.all([
    store.readRecordedAt([position]),
    transparentLog.inclusion(position, size),
  ]);
  const head = { selection: { stream: event.stream }, size: String(size), ...trailer };
  const behind = { proof: { of: String(position), hashes: proof.map(base64), shared: 0 } };
  const log = `${JSON.stringify(head)}\n${lineOf(recorded!)}${JSON.stringify(behind)}\n`;
  const texts = {
    checkpoint: trailer.checkpoint ?? '',
    key: `${trailer.key}\n`,
    'verify.mjs': script(),
    'README.txt': README,
  };
  return openArchive({ size, events: these(log), texts }, new Date());
}

async function* these(text: string): AsyncGenerator<Buffer> {
  yield Buffer.from(text);
}

const README = `That somebody has acknowledged a document
=========================================

  events.ndjson   the event that says so, as it is stored, and its inclusion proof (RFC 6962):
                  the document (stream) and its version, the SHA-256 of its bytes, who (actor) and when
  checkpoint      the signed checkpoint that the proof leads to (C2SP tlog-checkpoint)
  key             the key that the log signs with: NAME+ID+KEY
  manifest.json   size and SHA-256 of each part
  verify.mjs      the check: one file of Node 20 or newer, no packages, no network

Unpack it and run

  node verify.mjs
  node verify.mjs --key NAME+ID+KEY --checkpoint FILE

with the key of the log as you got it from somebody you trust. Whoever has the document compares the SHA-256 of
its bytes with the one in the event.
`;
