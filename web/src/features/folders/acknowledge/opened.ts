import { createStore, useStorePart } from '../../../shared/store.js';

/** The documents that were opened in this tab, whatever version. */
const opened = createStore<ReadonlySet<string>>(new Set());

export const noteRead = (id: string): void => opened.set(new Set(opened.get()).add(id));

export const useWasRead = (id: string): boolean => useStorePart(opened, (ids) => ids.has(id));
