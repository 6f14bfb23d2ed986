import type { GroupList } from '@feusa/contracts/groups';
import type { UserView } from '@feusa/contracts/users';
import useSWR from 'swr';
import { usePersonOf } from '../../../shared/accounts.js';
import { LoadingBlock } from '../../../shared/ui/skeleton.js';
import { ErrorState } from '../../../shared/ui/states.js';
import options from '../../../shared/ui/options.module.css';
import { choicesOf, GroupsAndPeople, type Choice } from '../groups-and-people.js';
import type { Chosen } from './ask.js';
import { texts } from './texts.js';

interface ChoicesProps {
  readonly chosen: Chosen;
  readonly onChange: (chosen: Chosen) => void;
}

function useChoices() {
  const personOf = usePersonOf();
  const groups = useSWR<GroupList, unknown>('/api/groups');
  const users = useSWR<{ readonly users: readonly UserView[] }, unknown>('/api/users');
  const all =
    groups.data && users.data && choicesOf(groups.data.groups, users.data.users.map(personOf));
  const retry = () => void Promise.all([groups.mutate(), users.mutate()]);
  return { all, error: groups.error ?? users.error, retry };
}

/** Groups and people, to be ticked. */
export function Choices({ chosen, onChange }: ChoicesProps) {
  const { all, error, retry } = useChoices();
  if (error) return <ErrorState title={texts.peopleNotLoaded} error={error} onRetry={retry} />;
  if (!all) return <LoadingBlock label={texts.loading} style={{ height: 160 }} />;
  const toggle = ({ kind, id }: Choice, on: boolean) => {
    const others = chosen[kind].filter((each) => each !== id);
    onChange({ ...chosen, [kind]: on ? [...others, id] : others });
  };
  const count = chosen.groups.length + chosen.users.length;
  return (
    <GroupsAndPeople choices={all} hint={texts.chosen(count)}>
      {(choice) => (
        <label className={options.option}>
          <input
            type="checkbox"
            checked={chosen[choice.kind].includes(choice.id)}
            onChange={(event) => toggle(choice, event.target.checked)}
          />
          {choice.label}
        </label>
      )}
    </GroupsAndPeople>
  );
}
