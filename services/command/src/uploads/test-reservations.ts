import { excess } from '@feusa/files/uploads/reservations';
import type { Reservations, ReservationRequest } from '@feusa/files/uploads/port';

/** Reservations of a test that has no database. */
export function reservationsInMemory(): Reservations {
  const all = new Map<string, ReservationRequest>();
  return {
    reserve: async (wanted, most) => {
      const held = [...all.values()].filter(({ owner }) => owner === wanted.owner);
      const uploads = held.filter(({ blob }) => !blob).length;
      const bytes = held.reduce((sum, each) => sum + each.bytes, 0);
      const fault = excess({ uploads, bytes }, wanted.bytes, most);
      if (fault) return fault;
      all.set(wanted.id, wanted);
      const unfinished = [...all.values()].filter(({ blob }) => !blob);
      return { promised: unfinished.reduce((sum, each) => sum + each.bytes, 0) };
    },
    finished: async (id, blob) => {
      const found = all.get(id);
      if (found) all.set(id, { ...found, blob });
    },
    release: async (id) => void all.delete(id),
    unfinished: async () => [...all.values()].filter(({ blob }) => !blob),
    keep: async (uploads) => {
      const ids = new Set(uploads.map(({ id }) => id));
      for (const id of all.keys()) if (!ids.has(id)) all.delete(id);
    },
  };
}
