import type { GroupList } from '@feusa/contracts/groups';
import type { UserView } from '@feusa/contracts/users';
import { useState, type ReactNode } from 'react';
import useSWR from 'swr';
import { usePersonOf, wordsOf } from '../../../shared/accounts.js';
import { fold } from '../../../shared/fold.js';
import { TextField } from '../../../shared/ui/field.js';
import { PersonLine } from '../../../shared/ui/person-mark.js';
import { LoadingBlock } from '../../../shared/ui/skeleton.js';
import { ErrorState } from '../../../shared/ui/states.js';
import framed from '../../../shared/ui/framed-list.module.css';
import styles from './acknowledge.module.css';
import type { Chosen } from './ask.js';
import { texts } from './texts.js';

interface ChoicesProps {
  readonly chosen: Chosen;
  readonly onChange: (chosen: Chosen) => void;
}

interface Choice {
  readonly kind: keyof Chosen;
  readonly id: string;
  /** What it is found by. */
  readonly words: string;
  readonly label: ReactNode;
}

/** More are found by their names. */
const SHOWN = 200;

function useChoices() {
  const personOf = usePersonOf();
  const groups = useSWR<GroupList, unknown>('/api/groups');
  const users = useSWR<{ readonly users: readonly UserView[] }, unknown>('/api/users');
  const all: Choice[] | undefined = groups.data &&
    users.data && [
      ...groups.data.groups.map(({ id, name, members }) => ({
        ...{ kind: 'groups' as const, id, words: name },
        label: (
          <span>
            {name} <small>{texts.groupOf(members.length)}</small>
          </span>
        ),
      })),
      ...users.data.users.map(personOf).map((person) => ({
        ...{ kind: 'users' as const, id: person.id, words: wordsOf(person) },
        label: <PersonLine person={person} />,
      })),
    ];
  const retry = () => void Promise.all([groups.mutate(), users.mutate()]);
  return { all, error: groups.error ?? users.error, retry };
}

/** Groups and people, to be ticked. */
export function Choices({ chosen, onChange }: ChoicesProps) {
  const { all, error, retry } = useChoices();
  const [filter, setFilter] = useState('');
  if (error) return <ErrorState title={texts.peopleNotLoaded} error={error} onRetry={retry} />;
  if (!all) return <LoadingBlock label={texts.loading} style={{ height: 160 }} />;
  const wanted = fold(filter.trim());
  const found = all.filter(({ words }) => fold(words).includes(wanted));
  const toggle = ({ kind, id }: Choice, on: boolean) => {
    const others = chosen[kind].filter((each) => each !== id);
    onChange({ ...chosen, [kind]: on ? [...others, id] : others });
  };
  const count = chosen.groups.length + chosen.users.length;
  return (
    <>
      <TextField
        label={texts.filterPeople}
        hint={texts.chosen(count)}
        type="search"
        value={filter}
        onChange={(event) => setFilter(event.target.value)}
      />
      <div className={framed.frame} role="group" aria-label={texts.groupsAndPeople}>
        {found.length === 0 && <p className={styles.quiet}>{texts.noMatch}</p>}
        {found.slice(0, SHOWN).map((choice) => (
          <label key={choice.id} className={styles.option}>
            <input
              type="checkbox"
              checked={chosen[choice.kind].includes(choice.id)}
              onChange={(event) => toggle(choice, event.target.checked)}
            />
            {choice.label}
          </label>
        ))}
      </div>
    </>
  );
}
