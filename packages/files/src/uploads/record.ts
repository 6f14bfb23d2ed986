import type { UploadRecord } from './staging-port.js';

/** A record that a loss of power left empty or cut is no record. */
export function parseRecord(text: string, id: string): UploadRecord | undefined {
  try {
    const record = JSON.parse(text) as UploadRecord;
    return record.id === id ? record : undefined;
  } catch {
    return undefined;
  }
}
