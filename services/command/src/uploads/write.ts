import type { UploadRecord } from '@feusa/adapters/uploads/staging-port';
import { conclude } from './conclude.js';
import { receive, type Body, type Target } from './receive.js';
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
  const record = { ...found };
  delete record.unverifiedFrom;
  const { size, head, interrupted } = await receive(ports, record, body, target);
  if (size === record.length) {
    await conclude(ports, record, head);
    return size;
  }
  await staging.save(record);
  await staging.sync(record.id, 'all');
  if (interrupted) throw interrupted;
  return size;
}
