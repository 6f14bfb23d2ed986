import { randomUUID } from 'node:crypto';
import { timeOrderedId } from '@feusa/contracts/ids';

/** The id of something new that will be looked up by it. */
export const newId = (): string => timeOrderedId(randomUUID(), Date.now());
