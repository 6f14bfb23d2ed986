import type { Role, UserView } from '@feusa/contracts/users';
import { toast } from '../../shared/toast-store.js';
import EraseDialog from '../../shared/ui/erase-dialog.js';
import { LinkLike } from '../../shared/ui/link-like.js';
import { ConfirmDialog } from '../../shared/ui/form-dialog.js';
import { texts } from './texts.js';

export interface Question {
  readonly kind: 'remove' | 'step-down' | 'erase' | 'factor' | 'sso';
  readonly user: UserView;
  readonly role?: Role;
}

interface UserConfirmationProps {
  readonly question: Question;
  readonly onClose: () => void;
  readonly onErase: () => void;
  readonly onErased: () => void;
  readonly onRemove: (user: UserView) => Promise<void>;
  readonly onTakeFactor: (user: UserView) => Promise<void>;
  readonly onReleaseSso: (user: UserView) => Promise<void>;
  readonly onStepDown: (user: UserView, role: Role) => Promise<void>;
}

export default function UserConfirmation(props: UserConfirmationProps) {
  const { question, onClose, onRemove, onStepDown, onErase, onErased, onTakeFactor } = props;
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
        title={texts.giveUpAdministratorRole}
        text={texts.giveUpMeans}
        failureText={texts.yourRoleDidNotChange}
        confirmLabel="Give up role"
        onConfirm={() => onStepDown(user, role)}
        onClose={onClose}
      />
    );
  if (kind === 'sso')
    return <ReleaseSso user={user} onRelease={props.onReleaseSso} onClose={onClose} />;
  if (kind === 'factor')
    return (
      <ConfirmDialog
        title={texts.takeFactorTitle}
        text={<p>{texts.takeFactorMeans(user.email)}</p>}
        failureText={texts.factorStays}
        confirmLabel={texts.takeFactorConfirm}
        onConfirm={async () => {
          await onTakeFactor(user);
          toast({ text: texts.factorTaken(user.email) });
        }}
        onClose={onClose}
      />
    );
  return (
    <ConfirmDialog
      title={texts.deleteUser}
      text={
        <>
          <p>{texts.askDelete}</p>
          <p>
            <strong>{user.email}</strong>
            {texts.deleteMeans}
          </p>
          <p>
            {texts.eraseHint}
            <LinkLike onClick={onErase}>{texts.eraseTheUser}</LinkLike>.
          </p>
        </>
      }
      failureText={texts.theUserWasNotDeleted}
      onConfirm={async () => {
        await onRemove(user);
        toast({ text: texts.deleted(user.email) });
      }}
      onClose={onClose}
    />
  );
}

interface ReleaseSsoProps {
  readonly user: UserView;
  readonly onRelease: (user: UserView) => Promise<void>;
  readonly onClose: () => void;
}

const ReleaseSso = ({ user, onRelease, onClose }: ReleaseSsoProps) => (
  <ConfirmDialog
    title={texts.releaseSsoTitle}
    text={<p>{texts.releaseSsoMeans(user.email)}</p>}
    failureText={texts.ssoStays}
    confirmLabel={texts.releaseSsoConfirm}
    onConfirm={async () => {
      await onRelease(user);
      toast({ text: texts.ssoReleased(user.email) });
    }}
    onClose={onClose}
  />
);
