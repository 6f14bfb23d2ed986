import type { GroupList } from '@feusa/contracts/groups';
import { InviteUser, type InvitationSent } from '@feusa/contracts/invitations';
import { useRef, useState } from 'react';
import useSWR from 'swr';
import type { z } from 'zod';
import { request } from '../../shared/api.js';
import { copyText } from '../../shared/clipboard.js';
import { useDialogForm } from '../../shared/dialog-form.js';
import { useFormDraft } from '../../shared/form.js';
import { toast } from '../../shared/toast-store.js';
import { Button } from '../../shared/ui/button.js';
import { Dialog } from '../../shared/ui/dialog.js';
import { Checkbox, SelectField, TextField } from '../../shared/ui/field.js';
import { FormDialog } from '../../shared/ui/form-dialog.js';
import { roleMeanings, roleNames, roles } from './roles.js';
import framed from '../../shared/ui/framed-list.module.css';
import styles from './users.module.css';
import { texts } from './texts.js';

interface InviteDialogProps {
  readonly onClose: () => void;
}

/** Whom to invite, then the link, which is shown once. */
export default function InviteDialog({ onClose }: InviteDialogProps) {
  const [sent, setSent] = useState<InvitationSent & { readonly email: string }>();
  return sent ? (
    <Link link={sent.link} email={sent.email} onClose={onClose} />
  ) : (
    <InvitationForm onSent={setSent} onClose={onClose} />
  );
}

interface InvitationFormProps extends InviteDialogProps {
  readonly onSent: (sent: InvitationSent & { readonly email: string }) => void;
}

const empty: z.input<typeof InviteUser> = { email: '', role: 'basic', groups: [] };

function InvitationForm({ onSent, onClose }: InvitationFormProps) {
  const { data } = useSWR<GroupList>('/api/groups');
  const { form, errors, dialog } = useDialogForm({
    schema: InviteUser,
    defaultValues: empty,
    failed: { text: texts.notInvited },
    send: async (body) => {
      const path = '/api/commands/invite-user';
      onSent({ ...(await request<InvitationSent>('POST', path, { body })), email: body.email });
    },
  });
  useFormDraft('invitation:new', form);
  const { register, setValue, watch } = form;
  const chosen = watch('groups') ?? [];
  const choose = (id: string, isChosen: boolean) =>
    setValue('groups', isChosen ? [...chosen, id] : chosen.filter((each) => each !== id), {
      shouldDirty: true,
    });
  return (
    <FormDialog title={texts.inviteTitle} submitLabel={texts.invite} onClose={onClose} {...dialog}>
      <p>{texts.inviteMeans}</p>
      <TextField
        autoFocus
        label={texts.eMail}
        type="email"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        error={errors.email?.message}
        {...register('email')}
      />
      <SelectField label={texts.role} hint={texts.roleHint} {...register('role')}>
        {roles.map((role) => (
          <option key={role} value={role}>
            {`${roleNames[role]}: ${roleMeanings[role]}`}
          </option>
        ))}
      </SelectField>
      {data && data.groups.length > 0 && (
        <fieldset className={styles.choices}>
          <legend>{texts.groups}</legend>
          <div className={framed.frame}>
            {data.groups.map(({ id, name }) => (
              <Checkbox key={id} checked={chosen.includes(id)} onChange={(on) => choose(id, on)}>
                {name}
              </Checkbox>
            ))}
          </div>
        </fieldset>
      )}
    </FormDialog>
  );
}

interface LinkProps extends InviteDialogProps {
  readonly link: string;
  readonly email: string;
}

function Link({ link, email, onClose }: LinkProps) {
  const place = useRef<HTMLDivElement>(null);
  const copy = async () => {
    const copied = await copyText(link, place.current ?? document.body);
    toast(copied ? { text: texts.linkCopied } : { text: texts.linkNotCopied, tone: 'danger' });
  };
  return (
    <Dialog title={texts.invitedTitle} onClose={onClose} size="small">
      <div ref={place} className={styles.sent}>
        <p>{texts.linkMeans(email)}</p>
        <TextField label={texts.link} value={link} readOnly onFocus={(e) => e.target.select()} />
        <div className={styles.sentButtons}>
          <Button onClick={() => void copy()}>{texts.copyLink}</Button>
          <Button tone="primary" onClick={onClose}>
            {texts.done}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
