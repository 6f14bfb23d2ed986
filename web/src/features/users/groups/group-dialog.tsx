import type { GroupView } from '@feusa/contracts/groups';
import type { UserView } from '@feusa/contracts/users';
import { useState, type FormEvent } from 'react';
import { newCorrelation, send } from '../../../shared/api.js';
import { TextField } from '../../../shared/ui/field.js';
import { FormDialog } from '../../../shared/ui/form-dialog.js';
import { offerUndo } from '../../../shared/undo/undo.js';
import { useSubmission } from '../../../shared/use-submission.js';
import { texts } from './texts.js';

interface GroupDialogProps {
  /** Null for a new one. */
  readonly group: GroupView | null;
  readonly users: readonly UserView[];
  readonly onSaved: () => void;
  readonly onClose: () => void;
}

/** The name of a group, and who is in it; one undo takes both back. */
export function GroupDialog({ group, users, onSaved, onClose }: GroupDialogProps) {
  const [name, setName] = useState(group?.name ?? '');
  const [members, setMembers] = useState<readonly string[]>(group?.members ?? []);
  const { run, ...submission } = useSubmission(texts.notSaved);
  const toggle = (id: string, on: boolean) => {
    const others = members.filter((each) => each !== id);
    setMembers(on ? [...others, id] : others);
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    await run(async () => {
      const correlationId = newCorrelation();
      const id = group?.id ?? (await send('add-group', { name }, correlationId)).id;
      if (group && name !== group.name) await send('rename-group', { id, name }, correlationId);
      if ([...members].sort().join() !== [...(group?.members ?? [])].sort().join())
        await send('set-group-members', { id, userIds: [...members] }, correlationId);
      offerUndo(group ? texts.changed(name) : texts.added(name), correlationId);
      onSaved();
      onClose();
    });
  };
  return (
    <FormDialog
      title={group ? texts.edit(group.name) : texts.addGroup}
      submitLabel={texts.save}
      onSubmit={submit}
      onClose={onClose}
      {...submission}
    >
      <TextField
        label={texts.name}
        value={name}
        onChange={(event) => setName(event.target.value)}
      />
      <fieldset>
        <legend>{texts.members}</legend>
        {users.map(({ id, email }) => (
          <label key={id} style={{ display: 'flex', gap: 10, alignItems: 'center', minHeight: 36 }}>
            <input
              type="checkbox"
              checked={members.includes(id)}
              onChange={(event) => toggle(id, event.target.checked)}
            />
            {email}
          </label>
        ))}
      </fieldset>
    </FormDialog>
  );
}
