import type { ActorView } from '@feusa/contracts/docs';
import { useMemo } from 'react';
import { useSession } from '../../shared/session.js';
import type { Names } from './describe.js';
import type { ActorsById } from './log-event.js';
import { texts } from './texts.js';

export interface Known {
  readonly names: Names;
  /** The name of who did it where it is in the directory, else the e-mail address as far as the log still tells it. */
  actor(id: string): string;
  /** Who did it, where that was a person. */
  person(id: string): Omit<ActorView, 'id'> | undefined;
}

/** What accounts are called whose people are in the directory, by stream. */
export const namesOfActors = (people: ActorsById, nameOf: (person: ActorView) => string) =>
  Array.from(people, ([id, person]) => [`user-${id}`, nameOf(person)] as const);

const plain = ({ name, email }: ActorView) => name ?? email;

/** What the log and the directory tell of names, and who one is oneself. */
export function useNames(named: Names, people: ActorsById): Known {
  const { user: me } = useSession();
  return useMemo(() => {
    const own = me ? [[`user-${me.id}`, me.email] as const] : [];
    const names = new Map([...own, ...named, ...namesOfActors(people, plain)]);
    const actor = (id: string) =>
      id === 'system'
        ? texts.theSystem
        : (names.get(`user-${id}`) ?? texts.unknownUser(id.slice(0, 8)));
    const person = (id: string) =>
      id === 'system' ? undefined : (people.get(id) ?? { email: actor(id) });
    return { names, actor, person };
  }, [named, people, me]);
}
