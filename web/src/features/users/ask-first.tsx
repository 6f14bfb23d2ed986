import type { Role, UserView } from '@feusa/contracts/users';
import { toast } from '../../shared/toast-store.js';
import EraseDialog from '../../shared/ui/erase-dialog.js';
import { LinkLike } from '../../shared/ui/link-like.js';
import { ConfirmDialog } from '../../shared/ui/form-dialog.js';

export interface Question {
  readonly kind: 'remove' | 'step-down' | 'erase';
  readonly user: UserView;
  readonly role?: Role;
}

interface AskFirstProps {
  readonly question: Question;
  readonly onClose: () => void;
  readonly onErase: () => void;
  readonly onErased: () => void;
  readonly onRemove: (user: UserView) => Promise<void>;
  readonly onStepDown: (user: UserView, role: Role) => Promise<void>;
}

export default function AskFirst(props: AskFirstProps) {
  const { question, onClose, onRemove, onStepDown, onErase, onErased } = props;
  const { kind, user, role = 'basic' } = question;
  if (kind === 'erase')
    return (
      <EraseDialog
        kind="user"
        id={user.id}
        name={user.email}
        onErased={onErased}
        onClose={onClose}
      />
    );
  if (kind === 'step-down')
    return (
      <ConfirmDialog
        title="Give up administrator role"
        text="You will no longer be an administrator. Only another administrator can change that back."
        failureText="Your role did not change."
        confirmLabel="Give up role"
        onConfirm={() => onStepDown(user, role)}
        onClose={onClose}
      />
    );
  return (
    <ConfirmDialog
      title="Delete User"
      text={
        <>
          <p>Are you sure you want to delete this user?</p>
          <p>
            <strong>{user.email}</strong> is signed out everywhere at once. This cannot be undone,
            but they can be registered again.
          </p>
          <p>
            To make the address unreadable permanently, including in the log,{' '}
            <LinkLike onClick={onErase}>erase the user</LinkLike>.
          </p>
        </>
      }
      failureText="The user was not deleted."
      onConfirm={async () => {
        await onRemove(user);
        toast({ text: `${user.email} deleted` });
      }}
      onClose={onClose}
    />
  );
}
