/** The file in the data directory that has the master key. */
export const MASTER_KEY = 'master.key';

/** What a file has of a key. */
export const masterKeyText = (key: Buffer): string => `${key.toString('base64')}\n`;
