import { createStore, useStore } from '../store.js';

/** Those who wait until the person has entered the password again, or thought better of it. */
type Waiting = (isDone: boolean) => void;

const waiting = createStore<readonly Waiting[]>([]);

/** Has the person enter the password again, once for all who ask meanwhile; false where they do not want to. */
export const requestStepUp = (): Promise<boolean> =>
  new Promise((answer) => waiting.set([...waiting.get(), answer]));

export function answerStepUp(isDone: boolean): void {
  const answered = waiting.get();
  waiting.set([]);
  for (const answer of answered) answer(isDone);
}

export const useStepUpRequested = (): boolean => useStore(waiting).length > 0;
