import type { GroupList, GroupView } from '@feusa/contracts/groups';
import type { UserView } from '@feusa/contracts/users';
import { useEffect, useRef, useState, type FormEvent } from 'react';
import useSWR from 'swr';
import { usePersonOf, wordsOf } from '../../../shared/accounts.js';
import { ApiError, newCorrelation, send } from '../../../shared/api.js';
import { draftOf, useDraftState } from '../../../shared/drafts.js';
import { fold } from '../../../shared/fold.js';
import { Checkbox, TextField } from '../../../shared/ui/field.js';
import { FilterField } from '../../../shared/ui/filter-field.js';
import { FormDialog } from '../../../shared/ui/form-dialog.js';
import { PersonLine } from '../../../shared/ui/person-mark.js';
import { offerUndo } from '../../../shared/undo/undo.js';
import { useIsOpen } from '../../../shared/use-is-open.js';
import { useSubmission } from '../../../shared/use-submission.js';
import framed from '../../../shared/ui/framed-list.module.css';
import styles from '../users.module.css';
import { texts } from './texts.js';

type Saved = Pick<GroupView, 'id' | 'name' | 'members'>;

const inOrder = (ids: readonly string[]) => [...ids].sort().join();
const areOthers = (members: readonly string[], saved: Saved | null) =>
  inOrder(members) !== inOrder(saved?.members ?? []);

const withChosen = (members: readonly string[], chosen: ReadonlyMap<string, boolean>) => [
  ...members.filter((id) => chosen.get(id) ?? true),
  ...[...chosen].flatMap(([id, isIn]) => (isIn && !members.includes(id) ? [id] : [])),
];

/** Tells `onNamed` as soon as the group is there under its name. */
async function save(
  { name, members }: Omit<Saved, 'id'>,
  saved: Saved | null,
  correlationId: string,
  onNamed: (saved: Saved) => void,
) {
  const id = saved?.id ?? (await send('add-group', { name }, correlationId)).id;
  if (saved && name !== saved.name) await send('rename-group', { id, name }, correlationId);
  onNamed({ id, name, members: saved?.members ?? [] });
  if (areOthers(members, saved))
    await send('set-group-members', { id, userIds: [...members] }, correlationId);
}

/** What is changed in the dialog. */
interface GroupDraft {
  /** Null for a new one. */
  readonly group: GroupView | null;
  readonly typed?: string;
  readonly chosen: ReadonlyMap<string, boolean>;
}
const FORM = 'group';

/** The group whose dialog was open when the session ended; null for a new one. */
export const unfinishedGroup = (): GroupView | null | undefined => draftOf<GroupDraft>(FORM)?.group;

/** Only what is changed here is saved: the rest is as others have it meanwhile. */
function useEdited(group: GroupView | null) {
  const { data } = useSWR<GroupList, unknown>('/api/groups');
  const [draft, edit] = useDraftState<GroupDraft>(FORM, { group, chosen: new Map() });
  // A second try goes on from what the first one has done, as one change.
  const [begun, begin] = useState<Saved | null>(group);
  const saved = data?.groups.find(({ id }) => id === begun?.id) ?? begun;
  const type = (typed: string) => edit((now) => ({ ...now, typed }));
  const choose = (id: string, isIn: boolean) =>
    edit((now) => ({ ...now, chosen: new Map(now.chosen).set(id, isIn) }));
  const members = withChosen(saved?.members ?? [], draft.chosen);
  return { name: draft.typed ?? saved?.name ?? '', members, saved, begin, type, choose };
}

/** What the server finds wrong with the name, which gets the focus then. */
function useNameFault(error: unknown) {
  const nameFault = error instanceof ApiError ? error.fields['name'] : undefined;
  const nameField = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (nameFault !== undefined) nameField.current?.focus();
  }, [nameFault]);
  return { nameFault, nameField };
}

interface GroupDialogProps {
  /** Null for a new one. */
  readonly group: GroupView | null;
  readonly users: readonly UserView[];
  readonly onSaved: () => void;
  readonly onClose: () => void;
}

/** The name of a group, and who is in it; one undo takes both back. */
export function GroupDialog({ group, users, onSaved, onClose }: GroupDialogProps) {
  const { name, members, saved, begin, type, choose } = useEdited(group);
  const { run, pending, failure } = useSubmission(texts.notSaved);
  const { nameFault, nameField } = useNameFault(failure?.error);
  const [correlationId] = useState(newCorrelation);
  const isOpen = useIsOpen();
  const isDirty = name !== (saved?.name ?? '') || areOthers(members, saved);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    await run(async () => {
      await save({ name, members }, saved, correlationId, begin);
      offerUndo(group ? texts.changed(name) : texts.added(name), correlationId);
      onSaved();
      if (isOpen()) onClose();
    });
  };
  return (
    <FormDialog
      title={group ? texts.edit(group.name) : texts.addGroup}
      submitLabel={texts.save}
      onSubmit={submit}
      onClose={onClose}
      pending={pending}
      failure={nameFault === undefined ? failure : undefined}
      dirty={isDirty}
    >
      <TextField
        autoFocus
        label={texts.name}
        autoComplete="off"
        value={name}
        error={nameFault}
        ref={nameField}
        onChange={(event) => type(event.target.value)}
      />
      <Members users={users} members={members} onChoose={choose} />
    </FormDialog>
  );
}

interface MembersProps extends Pick<GroupDialogProps, 'users'> {
  readonly members: readonly string[];
  readonly onChoose: (id: string, isIn: boolean) => void;
}

function Members({ users, members, onChoose }: MembersProps) {
  const personOf = usePersonOf();
  const [filter, setFilter] = useState('');
  const wanted = fold(filter.trim());
  const found = users.map(personOf).filter((person) => fold(wordsOf(person)).includes(wanted));
  return (
    <fieldset className={styles.choices}>
      <legend>{texts.members}</legend>
      <FilterField label={texts.filter} of={users.length} filter={filter} onFilter={setFilter} />
      <div className={framed.frame}>
        {found.length === 0 && <p className={framed.quiet}>{texts.nobodyMatches(filter)}</p>}
        {found.map((person) => (
          <Checkbox
            key={person.id}
            checked={members.includes(person.id)}
            onChange={(on) => onChoose(person.id, on)}
          >
            <PersonLine person={person} />
          </Checkbox>
        ))}
      </div>
    </fieldset>
  );
}
