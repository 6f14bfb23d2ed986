import path from 'node:path';
import type { Logger } from 'pino';
import type { Config } from './config.js';
import type { Mail } from '@feusa/platform/mail/port';

/** By SMTP where a server is set, else into the data directory. */
export async function openMail(config: Config, log: Logger): Promise<Mail> {
  if (config.SMTP_URL) {
    const { openSmtp } = await import('@feusa/platform/mail/smtp');
    return openSmtp({ url: config.SMTP_URL, log });
  }
  const { openMailDirectory } = await import('@feusa/platform/mail/directory');
  return openMailDirectory({ dir: path.join(path.resolve(config.FEUSA_DATA_DIR), 'mail'), log });
}
