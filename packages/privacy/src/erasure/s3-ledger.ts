import { openBucket } from '@feusa/platform/s3/bucket';
import type { S3Options } from '@feusa/platform/s3/bounded-s3';
import { eachOnce, entriesIn, ledgerText } from './ledger-text.js';
import type { Ledger } from './port.js';

const PREFIX = 'erasures/';

/**
 * In the bucket of the files, an object for each entry, `erasures/{stream}`: it outlasts every service and
 * is there for all of them. The server may be away when this opens. @throws StartFault for wrong keys
 */
export async function openS3Ledger(options: S3Options): Promise<Ledger & { close(): void }> {
  const bucket = await openBucket(options);
  const keys = async () => {
    const found: string[] = [];
    for await (const { key } of bucket.list(PREFIX)) found.push(key);
    return found;
  };
  return {
    async entries() {
      const texts: string[] = [];
      for (const key of await keys()) texts.push((await bucket.read(key)).toString('utf8'));
      return entriesIn(texts.join(''));
    },
    async add(entries) {
      const known = new Set(await keys());
      for (const entry of eachOnce(entries))
        if (!known.has(PREFIX + entry.stream))
          await bucket.put(PREFIX + entry.stream, ledgerText([entry]));
    },
    close: () => bucket.close(),
  };
}
