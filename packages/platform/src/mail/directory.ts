import { mailBounds } from '@feusa/contracts/bounds';
import { randomBytes } from 'node:crypto';
import { mkdir, open, readdir, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { markOf } from '../telemetry/mark.js';
import type { Logger } from 'pino';
import { messageOf } from './message.js';
import type { Mail } from './port.js';

const KEPT = mailBounds.kept.value;
const FROM = 'intranet@feusa.local';

export interface MailDirectoryOptions {
  readonly dir: string;
  readonly log: Pick<Logger, 'info' | 'error'>;
}

/**
 * Mail without a mail server: every letter becomes a file of its own, readable by the owner only, and a
 * line in the log tells the operator where it is, and nothing of what it says. The newest 500 are kept.
 */
export async function openMailDirectory({ dir, log }: MailDirectoryOptions): Promise<Mail> {
  await mkdir(dir, { recursive: true, mode: 0o700 });
  const underWay = new Set<Promise<void>>();

  async function write(name: string, message: string): Promise<void> {
    const file = await open(path.join(dir, name), 'wx', 0o600);
    try {
      await file.writeFile(message);
      await file.sync();
    } finally {
      await file.close();
    }
  }

  async function removeOld(): Promise<void> {
    const letters = (await readdir(dir)).filter((name) => name.endsWith('.eml')).sort();
    for (const name of letters.slice(0, -KEPT)) await rm(path.join(dir, name), { force: true });
  }

  return {
    async forget(address) {
      const named = namingOf(address);
      await Promise.allSettled(underWay);
      for (const name of await readdir(dir)) {
        const text = await readFile(path.join(dir, name), 'utf8').catch(() => '');
        if (named.test(text)) await rm(path.join(dir, name), { force: true });
      }
    },
    async send(letter) {
      const name = `${new Date().toISOString().replaceAll(':', '-')}-${randomBytes(4).toString('hex')}.eml`;
      const writing = write(name, messageOf(letter, FROM)).then(removeOld);
      underWay.add(writing);
      try {
        await writing;
        log.info({ to: markOf(letter.to), file: path.join(dir, name) }, 'mail written');
      } catch (err) {
        log.error({ err, to: markOf(letter.to) }, 'mail could not be written');
      } finally {
        underWay.delete(writing);
      }
    },
    async close() {
      await Promise.allSettled(underWay);
    },
  };
}

/** The address itself, not the end or the beginning of another one. */
const namingOf = (address: string): RegExp =>
  new RegExp(`(?<![\\w.+-])${address.replaceAll(/[^\w@]/g, '\\$&')}(?![\\w-]|\\.\\w)`, 'i');
