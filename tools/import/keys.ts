import { createHash } from 'node:crypto';

/**
 * A UUID of version 5: the same parts always make the same one.
 * @param namespace a UUID, such as the id of the administrator who imports
 */
export function keyFrom(namespace: string, ...parts: readonly (string | number | null)[]): string {
  const space = Buffer.from(namespace.replaceAll('-', ''), 'hex');
  const digest = createHash('sha1').update(space).update(JSON.stringify(parts)).digest();
  digest[6] = (digest[6]! & 0x0f) | 0x50;
  digest[8] = (digest[8]! & 0x3f) | 0x80;
  const hex = digest.toString('hex', 0, 16);
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
