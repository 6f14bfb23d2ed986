import { Overtaken, type Staging, type UploadRecord } from '@feusa/files/uploads/staging-port';
import { conclude } from './conclude.js';
import { receive, type Body, type Target } from './receive.js';
import { verified } from './upload-book.js';
import type { UploadPorts } from './upload-limits.js';

/**
 * Takes the bytes of one request in and concludes the upload when they are its last.
 * Answers with its size in bytes; what is there is durable.
 * @throws TusFault where the request was broken off; what it brought is kept
 */
export async function write(
  ports: UploadPorts,
  found: UploadRecord,
  body: Body,
  target: Target,
): Promise<number> {
  const { staging } = ports;
  const { record, size, head, interrupted } = await receive(ports, verified(found), body, target);
  if (size === record.length) {
    await conclude(ports, record, head).catch(unlessFinished(staging, record));
    return size;
  }
  await staging.save(record);
  await staging.sync(record.id, 'all');
  if (interrupted) throw interrupted;
  return size;
}

/** Another process that was asked for the upload may have concluded it first. */
const unlessFinished =
  (staging: Staging, { id }: UploadRecord) =>
  async (fault: unknown) => {
    const found = fault instanceof Overtaken ? await staging.find(id) : undefined;
    if (!found?.finished) throw fault;
  };
