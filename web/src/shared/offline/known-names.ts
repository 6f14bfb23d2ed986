import { deviceStorage } from './db.js';

/** What things are called, as far as this device knows. */
export async function knownNames(): Promise<ReadonlyMap<string, string>> {
  const names = new Map<string, string>();
  const walk = (value: unknown): void => {
    if (Array.isArray(value)) return value.forEach(walk);
    if (typeof value !== 'object' || value === null) return;
    const { id, name, firstName, lastName } = value as Record<string, string>;
    if (id && (name ?? firstName)) names.set(id, name ?? `${firstName} ${lastName}`);
    Object.values(value).forEach(walk);
  };
  for (const { data } of await (await deviceStorage()).getAll('answers')) walk(data);
  return names;
}
