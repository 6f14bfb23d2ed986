import type { EmployeeView } from '@feusa/contracts/employees';
import { nameOfManager } from '@feusa/contracts/org-chart';
import { useMemo } from 'react';
import { useDraftState } from '../../../shared/drafts.js';
import { SelectField } from '../../../shared/ui/field.js';
import { fullName } from '../commands.js';
import { texts } from '../texts.js';
import styles from './employee-form.module.css';

/** Who is meant by the name of a manager. */
export interface ManagerChoice {
  /** Those of that name; somebody is not their own manager. */
  readonly named: readonly EmployeeView[];
  /** Empty for none of them. */
  readonly chosen: string;
  /** What to send: undefined where the name tells. */
  readonly managerId: string | null | undefined;
  /** Whether another one was chosen. */
  readonly isChanged: boolean;
  choose(id: string): void;
}

interface ManagerOptions {
  readonly employees: readonly EmployeeView[];
  /** Whose manager it is, where that is one person. */
  readonly person?: EmployeeView | undefined;
  /** The form whose draft the choice is kept with. */
  readonly form: string;
}

export function useManagerChoice(
  manager: string,
  { employees, person, form }: ManagerOptions,
): ManagerChoice {
  const [picked, choose] = useDraftState(`${form}:manager`, person?.managerId ?? '');
  const wanted = nameOfManager(manager);
  const named = useMemo(
    () =>
      wanted === ''
        ? []
        : employees.filter(
            (each) => each.id !== person?.id && nameOfManager(fullName(each)) === wanted,
          ),
    [wanted, employees, person?.id],
  );
  const chosen = named.some(({ id }) => id === picked) ? picked : '';
  const isChanged = chosen !== '' && chosen !== person?.managerId;
  const managerId = named.length > 1 ? chosen || null : undefined;
  return { named, chosen, isChanged, choose, managerId };
}

/** Below the field: the person that is meant, or which of several. */
export function ManagerHint({ choice }: { readonly choice: ManagerChoice }) {
  const { named, chosen, choose } = choice;
  const [only, another] = named;
  if (!only) return <p className={styles.shown} />;
  if (!another) return <p className={styles.shown}>{texts.managerIs(only.role, only.location)}</p>;
  return (
    <SelectField
      label={texts.whichManager}
      value={chosen}
      onChange={(event) => choose(event.target.value)}
    >
      <option value="">{texts.noneOfThem}</option>
      {named.map(({ id, role, department, location }) => (
        <option key={id} value={id}>
          {[role, department, location].join(', ')}
        </option>
      ))}
    </SelectField>
  );
}
