import type { ActorView } from '@feusa/contracts/docs';
import type { GroupView } from '@feusa/contracts/groups';
import { useState, type ReactNode } from 'react';
import { wordsOf } from '../../shared/accounts.js';
import { fold } from '../../shared/fold.js';
import { TextField } from '../../shared/ui/field.js';
import { PersonLine } from '../../shared/ui/person-mark.js';
import styles from '../../shared/ui/framed-list.module.css';
import { texts } from './texts.js';

/** A group or a person that can be chosen. */
export interface Choice {
  readonly kind: 'groups' | 'users';
  readonly id: string;
  /** What it is called where there is room for text alone. */
  readonly name: string;
  /** What it is found by. */
  readonly words: string;
  readonly label: ReactNode;
}

/** Groups first, then people. */
export const choicesOf = (
  groups: readonly GroupView[],
  people: readonly ActorView[],
): readonly Choice[] => [
  ...groups.map(({ id, name, members }) => ({
    ...{ kind: 'groups' as const, id, name, words: name },
    label: (
      <span>
        {name} <small className={styles.quiet}>{texts.groupOf(members.length)}</small>
      </span>
    ),
  })),
  ...people.map((person) => ({
    ...{ kind: 'users' as const, id: person.id, name: person.email, words: wordsOf(person) },
    label: <PersonLine person={person} />,
  })),
];

/** More are found by their names. */
const SHOWN = 200;

interface GroupsAndPeopleProps {
  readonly choices: readonly Choice[];
  /** Below the field. */
  readonly hint?: string;
  /** A line of the list. */
  readonly children: (choice: Choice) => ReactNode;
}

/** A list of groups and people, and a field that finds some of them. */
export function GroupsAndPeople({ choices, hint, children }: GroupsAndPeopleProps) {
  const [filter, setFilter] = useState('');
  const wanted = fold(filter.trim());
  const found = choices.filter(({ words }) => fold(words).includes(wanted));
  return (
    <>
      <TextField
        label={texts.findGroupOrPerson}
        hint={hint}
        type="search"
        value={filter}
        onChange={(event) => setFilter(event.target.value)}
      />
      <ul className={styles.list} aria-label={texts.groupsAndPeople}>
        {found.length === 0 && <li className={styles.quiet}>{texts.nobodyMatches}</li>}
        {found.slice(0, SHOWN).map((choice) => (
          <li key={choice.id}>{children(choice)}</li>
        ))}
      </ul>
    </>
  );
}
