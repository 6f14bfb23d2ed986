import type { EmployeeView } from '@feusa/contracts/employees';
import { lazy, Suspense, useEffect, useMemo, useRef } from 'react';
import { remember } from '../../../shared/recents.js';
import { useSession } from '../../../shared/session.js';
import { LinkLike } from '../../../shared/ui/link-like.js';
import { fullName, removeEmployee } from '../commands.js';
import { chartOf, type Directory } from '../directory/directory.js';
import type { Suggestions } from '../form/employee-inputs.js';
import { texts } from '../texts.js';

const loadDetail = () => import('./detail-dialog.js');
const loadForm = () => import('../form/employee-form.js');
const loadConfirm = () => import('../../../shared/ui/form-dialog.js');

const DetailDialog = lazy(loadDetail);
const EmployeeForm = lazy(loadForm);
const ConfirmDialog = lazy(() => loadConfirm().then((all) => ({ default: all.ConfirmDialog })));
const EraseDialog = lazy(() => import('../../../shared/ui/erase-dialog.js'));
const MissingDialog = lazy(() => import('./missing-dialog.js'));

export type Task = 'add' | 'edit' | 'delete' | 'erase' | null;

interface EmployeeDialogsProps {
  readonly directory: Directory;
  /** Id of the open person. */
  readonly personId: string | null;
  readonly task: Task;
  readonly onTask: (task: Task) => void;
  readonly onPerson: (id: string) => void;
  readonly onClose: () => void;
}

/** The dialogs of the screen: one at a time, the person's own behind edit and delete. */
export function EmployeeDialogs(props: EmployeeDialogsProps) {
  const { directory, personId, task, onTask, onPerson, onClose } = props;
  const current = personId ? directory.byId.get(personId) : undefined;
  const person = useLastKnown(current, personId);
  useEffect(() => {
    if (!person) return;
    const href = `/dashboard/employees?person=${person.id}`;
    remember({ id: person.id, kind: 'employee', name: fullName(person), href });
  }, [person]);
  useReadyAhead();
  const isForm = task === 'add' || task === 'edit';
  const suggestions = useMemo(() => (isForm ? suggestionsOf(directory) : none), [isForm]);
  const employees = directory.rows;
  const form = { suggestions, employees, onClose: () => onTask(null), onDone: () => onTask(null) };
  return (
    <Suspense>
      {task === 'add' ? (
        <EmployeeForm {...form} />
      ) : !personId ? null : !person ? (
        <MissingDialog onClose={onClose} />
      ) : task === 'edit' ? (
        <EmployeeForm {...form} person={person} current={current} />
      ) : task === 'delete' ? (
        <ConfirmDialog
          title={texts.deleteEmployee}
          text={
            <>
              <p>{texts.askDelete}</p>
              <p>
                <strong>{fullName(person)}</strong>, {person.role}
              </p>
              <p>
                {texts.eraseHint}
                <LinkLike onClick={() => onTask('erase')}>{texts.eraseThePerson}</LinkLike>.
              </p>
            </>
          }
          failureText={texts.deleteFailed}
          failureWhat={texts.notDeleted}
          onConfirm={() => removeEmployee(person)}
          onDone={onClose}
          onClose={() => onTask(null)}
        />
      ) : task === 'erase' ? (
        <EraseDialog
          kind="employee"
          id={person.id}
          name={fullName(person)}
          onErased={onClose}
          onClose={() => onTask(null)}
        />
      ) : current ? (
        <DetailDialog
          person={person}
          {...around(directory, person)}
          onPerson={onPerson}
          onEdit={() => onTask('edit')}
          onDelete={() => onTask('delete')}
          onClose={onClose}
        />
      ) : (
        <MissingDialog onClose={onClose} person={person} />
      )}
    </Suspense>
  );
}

const CALM_MS = 1500;

/** Fetches the dialogs once the list stands, so that they open at once, and without a connection too. */
function useReadyAhead() {
  const { isAdmin } = useSession();
  useEffect(() => {
    const timer = setTimeout(() => {
      const loads = isAdmin ? [loadDetail, loadForm, loadConfirm] : [loadDetail];
      for (const load of loads) void load().catch(() => undefined);
    }, CALM_MS);
    return () => clearTimeout(timer);
  }, [isAdmin]);
}

const none: Suggestions = { location: [], department: [], manager: [], role: [] };

/** The person also after somebody has removed them, so that an open form keeps its input. */
function useLastKnown(current: EmployeeView | undefined, id: string | null) {
  const last = useRef(current);
  if (current) last.current = current;
  return last.current?.id === id ? last.current : undefined;
}

/** Who is above and below somebody. */
function around(directory: Directory, { id }: EmployeeView) {
  const { people } = chartOf(directory);
  const managerId = people.find((each) => each.id === id)?.managerId;
  return {
    manager: managerId ? directory.byId.get(managerId) : undefined,
    reports: people.filter((each) => each.managerId === id),
  };
}

const MOST = 200;

/** The commonest values of a field, in order of the alphabet. */
function commonest({ rows }: Directory, name: keyof Suggestions): readonly string[] {
  const counts = new Map<string, number>();
  for (const row of rows) counts.set(row[name], (counts.get(row[name]) ?? 0) + 1);
  const common = [...counts].sort((a, b) => b[1] - a[1]).slice(0, MOST);
  return common.map(([value]) => value).sort();
}

const suggestionsOf = (directory: Directory): Suggestions => ({
  location: commonest(directory, 'location'),
  department: commonest(directory, 'department'),
  manager: commonest(directory, 'manager'),
  role: commonest(directory, 'role'),
});
