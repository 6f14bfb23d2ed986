const NAME = /^[0-9a-f]{64}$/;

export const isBlobName = (name: string): boolean => NAME.test(name);

/** @throws Error for what is no SHA-256 in lower-case hex, so that it never becomes a path or a key */
export function blobName(sha256: string): string {
  if (!isBlobName(sha256)) throw new Error('not the name of a blob');
  return sha256;
}
