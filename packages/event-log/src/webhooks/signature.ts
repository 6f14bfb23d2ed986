import { createHmac, hkdfSync } from 'node:crypto';
import type { KeptSecret } from '@feusa/privacy/subject-keys/kept-secrets';

const PREFIX = 'whsec_';
const KEY_BYTES = 32;

/**
 * The secret of each webhook, as Standard Webhooks writes it: it follows from the id and the master key of the
 * time when it was asked for first.
 */
export const webhookSecrets =
  (kept: KeptSecret) =>
  async (id: string): Promise<string> => {
    const made = (masterKey: Buffer) =>
      Buffer.from(hkdfSync('sha256', masterKey, id, 'feusa webhook', KEY_BYTES));
    return PREFIX + (await kept(`webhook ${id}`, made)).toString('base64');
  };

/** The headers of a delivery by Standard Webhooks; `seconds` since 1970. */
export function signedHeaders(secret: string, id: string, seconds: number, body: string) {
  const key = Buffer.from(secret.slice(PREFIX.length), 'base64');
  const signature = createHmac('sha256', key).update(`${id}.${seconds}.${body}`).digest('base64');
  return {
    'webhook-id': id,
    'webhook-timestamp': String(seconds),
    'webhook-signature': `v1,${signature}`,
  };
}
