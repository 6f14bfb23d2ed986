import type { CommandAnswer } from '@feusa/contracts/commands';
import type { EmployeeView } from '@feusa/contracts/employees';
import { useSyncExternalStore } from 'react';
import { lay, lift, noOwnChanges, settle, type OwnChanges } from './own-changes.js';

let own: OwnChanges = noOwnChanges;
const observers = new Set<() => void>();
const observe = (run: () => void) => {
  observers.add(run);
  return () => void observers.delete(run);
};

function set(next: OwnChanges) {
  if (next === own) return;
  own = next;
  for (const run of observers) run();
}

export const useOwnStore = (): OwnChanges => useSyncExternalStore(observe, () => own);

export const caughtUp = (position: string): void => set(settle(own, Number(position)));

/** Shows a change at once and sends it; a refusal takes it back. */
export async function optimistically(
  id: string,
  value: EmployeeView | null,
  run: () => Promise<CommandAnswer>,
): Promise<CommandAnswer> {
  set(lay(own, { id, value }));
  try {
    const answer = await run();
    const position = Number(answer.position);
    const known = value && { ...value, id: answer.id, version: answer.version };
    set(lay(lift(own, id), { id: answer.id, value: known, position }));
    return answer;
  } catch (error) {
    set(lift(own, id));
    throw error;
  }
}
