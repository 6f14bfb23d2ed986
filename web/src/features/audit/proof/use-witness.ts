import { useEffect } from 'react';
import { ApiError, request } from '../../../shared/api.js';
import { createStore, useStore } from '../../../shared/store.js';
import { readNote } from './proof-note.js';
import { canHash } from './proof.js';
import { compare, type Alarm, type LogServer, type Seen } from './witness.js';

/** What this browser remembers of the log, until somebody clears its storage. */

const SEEN = 'feusa.log-seen';
const ALARM = 'feusa.log-alarm';

function read<T>(name: string): T | null {
  try {
    return JSON.parse(localStorage.getItem(name) ?? 'null') as T | null;
  } catch {
    return null;
  }
}

export const lastSeen = (): Seen | null => read<Seen>(SEEN);
const keepSeen = (seen: Seen): void => localStorage.setItem(SEEN, JSON.stringify(seen));

/** Stays until somebody decides, also where the log has become what it was again. */
const lastAlarm = (): Alarm | null => read<Alarm>(ALARM);
const keepAlarm = (alarm: Alarm | null): void =>
  alarm ? localStorage.setItem(ALARM, JSON.stringify(alarm)) : localStorage.removeItem(ALARM);

export interface Witness {
  /** 'idle' before it has looked, 'unable' where this browser cannot hash at this address. */
  readonly state: 'idle' | 'fine' | 'away' | 'unable';
  readonly seen: Seen | null;
  readonly alarm: Alarm | null;
}

const witness = createStore<Witness>({ state: 'idle', seen: lastSeen(), alarm: lastAlarm() });
let looking: Promise<void> | undefined;

const update = (next: Partial<Witness>) => witness.set({ ...witness.get(), ...next });

async function text(path: string): Promise<string> {
  const response = await fetch(path);
  if (response.ok) return response.text();
  const problem = (await response.json().catch(() => ({}))) as object;
  throw new ApiError({ status: response.status, ...problem });
}

const server: LogServer = {
  checkpoint: () => text('/api/audit/checkpoint'),
  key: () => text('/api/audit/key'),
  successions: async () => {
    const path = '/api/audit/successions';
    return (await request<{ successions: readonly string[] }>('GET', path)).successions;
  },
  consistency: async (from, to) => {
    const path = `/api/audit/consistency?from=${from}&to=${to}`;
    return (await request<{ proof: readonly string[] }>('GET', path)).proof;
  },
  isContradiction: (fault) => fault instanceof ApiError && fault.code === 'audit/contradiction',
};

async function look(): Promise<void> {
  if (!canHash()) return update({ state: 'unable' });
  try {
    const outcome = await compare(server, lastSeen());
    if (outcome.kind === 'alarm') {
      keepAlarm(outcome.alarm);
      return update({ alarm: outcome.alarm });
    }
    if (sizeOf(outcome.seen) >= sizeOf(lastSeen())) keepSeen(outcome.seen);
    update({ state: 'fine', seen: outcome.seen });
  } catch {
    update({ state: 'away' });
  }
}

/** How many events there were; -1 where nothing was seen. */
export const sizeOf = (seen: Seen | null): number => (seen && readNote(seen.note)?.size) ?? -1;

/** Goes on from what the server shows now: only where somebody has decided so. */
export function acceptNew(): void {
  const { alarm } = witness.get();
  if (alarm?.now) keepSeen(alarm.now);
  keepAlarm(null);
  update({ alarm: null, seen: lastSeen() });
  void lookOnce();
}

/** What was seen of the log is compared once more, also with a key that it has by now. */
export const lookOnce = (): Promise<void> =>
  (looking ??= look().finally(() => (looking = undefined)));

export const useWitness = (): Witness => useStore(witness);

/** Looks at the log once a visit. */
export function useLook(): void {
  useEffect(() => void lookOnce(), []);
}
