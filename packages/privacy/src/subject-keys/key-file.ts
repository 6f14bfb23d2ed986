/** The file in the data directory that has the master key. */
export const MASTER_KEY = 'master.key';
/** The one that it is turned to, until it has that name. */
export const NEXT_MASTER_KEY = 'master.key.next';

/** What a file has of a key. */
export const masterKeyText = (key: Buffer): string => `${key.toString('base64')}\n`;
