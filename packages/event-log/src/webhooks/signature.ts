import { createHmac, hkdfSync } from 'node:crypto';

const PREFIX = 'whsec_';
const KEY_BYTES = 32;

/** The secret of each webhook, as Standard Webhooks writes it: it follows from the master key and the id. */
export const webhookSecrets =
  (masterKey: Buffer) =>
  (id: string): string =>
    PREFIX +
    Buffer.from(hkdfSync('sha256', masterKey, id, 'feusa webhook', KEY_BYTES)).toString('base64');

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
