import type { InvitationView } from '@feusa/contracts/invitations';
import { MailPlus } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import useSWR from 'swr';
import { request } from '../../shared/api.js';
import { draftOf } from '../../shared/drafts.js';
import { whenText } from '../../shared/format.js';
import { useSession } from '../../shared/session.js';
import { toast } from '../../shared/toast-store.js';
import { Button } from '../../shared/ui/button.js';
import { ConfirmDialog } from '../../shared/ui/form-dialog.js';
import { roleNames } from './roles.js';
import styles from './users.module.css';
import { texts } from './texts.js';

const InviteDialog = lazy(() => import('./invite-dialog.js'));
const EraseDialog = lazy(() => import('../../shared/ui/erase-dialog.js'));

const USERS = '/api/users';

/** Opens the dialog; the list below the users says who was invited and has not come yet. */
export function InviteButton() {
  const [isOpen, setOpen] = useState(() => draftOf('invitation:new') !== undefined);
  const { mutate } = useSWR(USERS);
  const close = () => {
    setOpen(false);
    void mutate();
  };
  return (
    <>
      <Button icon={MailPlus} onClick={() => setOpen(true)}>
        {texts.invite}
      </Button>
      <Suspense>{isOpen && <InviteDialog onClose={close} />}</Suspense>
    </>
  );
}

export function OpenInvitations() {
  const { isAdmin } = useSession();
  const { data, mutate } = useSWR<{ readonly invitations?: readonly InvitationView[] }>(
    isAdmin ? USERS : null,
  );
  const [withdrawing, setWithdrawing] = useState<InvitationView>();
  const [erasing, setErasing] = useState<InvitationView>();
  const invitations = data?.invitations ?? [];
  if (invitations.length === 0) return null;
  return (
    <section className={styles.invitations}>
      <h2>{texts.openInvitations}</h2>
      <ul className={styles.list} aria-label={texts.openInvitations}>
        {invitations.map((invitation) => (
          <li key={invitation.id} className={`${styles.row} ${styles.stacked}`}>
            <div className={styles.who}>
              <p className={styles.email}>{invitation.email}</p>
              <p className={styles.muted}>
                {texts.invitedAs(
                  roleNames[invitation.role],
                  whenText(Date.parse(invitation.createdAt)),
                  whenText(Date.parse(invitation.expiresAt)),
                )}
              </p>
            </div>
            <Button
              small
              aria-label={texts.withdrawNamed(invitation.email)}
              onClick={() => setWithdrawing(invitation)}
            >
              {texts.withdraw}
            </Button>
            <Button
              small
              aria-label={texts.eraseNamed(invitation.email)}
              onClick={() => setErasing(invitation)}
            >
              {texts.erase}
            </Button>
          </li>
        ))}
      </ul>
      <Suspense>
        {withdrawing && (
          <Withdraw
            {...withdrawing}
            onWithdrawn={mutate}
            onClose={() => setWithdrawing(undefined)}
          />
        )}
        {erasing && (
          <EraseDialog
            kind="user"
            id={erasing.id}
            name={erasing.email}
            onErased={() => {
              setErasing(undefined);
              void mutate();
            }}
            onClose={() => setErasing(undefined)}
          />
        )}
      </Suspense>
    </section>
  );
}

interface WithdrawProps extends Pick<InvitationView, 'id' | 'email'> {
  readonly onWithdrawn: () => Promise<unknown>;
  readonly onClose: () => void;
}

const Withdraw = ({ id, email, onWithdrawn, onClose }: WithdrawProps) => (
  <ConfirmDialog
    title={texts.withdrawTitle}
    text={texts.withdrawMeans(email)}
    failureText={texts.notWithdrawn}
    confirmLabel={texts.withdraw}
    onConfirm={async () => {
      await request('DELETE', `/api/invitations/${id}`);
      toast({ text: texts.withdrawn(email) });
      await onWithdrawn();
    }}
    onClose={onClose}
  />
);
