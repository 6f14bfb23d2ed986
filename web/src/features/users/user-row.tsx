import type { ActorView } from '@feusa/contracts/docs';
import type { Role, UserView } from '@feusa/contracts/users';
import { Eye, KeyRound, Trash2, Unlink, UserCheck, UserX } from 'lucide-react';
import { exactTime, whenText } from '../../shared/format.js';
import { useSession } from '../../shared/session.js';
import { IconButton } from '../../shared/ui/button.js';
import { PersonLine } from '../../shared/ui/person-mark.js';
import { SinceMark } from '../../shared/ui/since-mark.js';
import { roleNames, roles } from './roles.js';
import styles from './users.module.css';
import { texts as seesTexts } from './sees/texts.js';
import { texts } from './texts.js';

interface UserRowProps {
  readonly user: UserView;
  /** The same as the directory has them. */
  readonly person: ActorView;
  readonly isMe: boolean;
  readonly onRole: (role: Role) => void;
  readonly onSuspend: () => void;
  readonly onRemove: () => void;
  readonly onTakeFactor: () => void;
  readonly onReleaseSso: () => void;
  /** Undefined for those who are not told. */
  readonly onSees: (() => void) | undefined;
}

export function UserRow(props: UserRowProps) {
  const { user, person, isMe, onRole, onSuspend, onRemove, onTakeFactor, onReleaseSso, onSees } =
    props;
  const { id, email, role, createdAt, suspended = false, secondFactor = false } = user;
  const { isReadOnly } = useSession();
  const since = Date.parse(createdAt);
  return (
    <li className={styles.row}>
      <div className={styles.who}>
        <PersonLine
          person={person}
          about={<span title={exactTime(since)}>{texts.registered(whenText(since))}</span>}
        >
          {isMe && <span className={styles.me}>{texts.you}</span>} <Marks user={user} />{' '}
          <SinceMark id={id} />
        </PersonLine>
      </div>
      {onSees && <IconButton icon={Eye} label={seesTexts.whatSees(email)} onClick={onSees} />}
      {isReadOnly ? (
        <p className={styles.muted}>{roleNames[role]}</p>
      ) : (
        <>
          <select
            aria-label={texts.roleOf(email)}
            className={styles.role}
            value={role}
            onChange={(event) => onRole(event.target.value as Role)}
          >
            {roles.map((name) => (
              <option key={name} value={name}>
                {roleNames[name]}
              </option>
            ))}
          </select>
          {!isMe && secondFactor && (
            <IconButton icon={KeyRound} label={texts.takeFactor(email)} onClick={onTakeFactor} />
          )}
          {user.ssoBound && (
            <IconButton icon={Unlink} label={texts.releaseSso(email)} onClick={onReleaseSso} />
          )}
          {isMe ? (
            <span className={styles.noButton} />
          ) : (
            <IconButton
              icon={suspended ? UserCheck : UserX}
              label={suspended ? texts.reinstate(email) : texts.suspend(email)}
              onClick={onSuspend}
            />
          )}
          <IconButton
            icon={Trash2}
            tone="danger"
            label={texts.deleteNamed(email)}
            onClick={onRemove}
          />
        </>
      )}
    </li>
  );
}

const Marks = ({ user: { secondFactor, ssoOnly, suspended } }: Pick<UserRowProps, 'user'>) => (
  <>
    {secondFactor && <span className={styles.me}>{texts.hasSecondFactor}</span>}{' '}
    {ssoOnly && <span className={styles.me}>{texts.ssoOnly}</span>}{' '}
    {suspended && <span className={styles.suspended}>{texts.suspended}</span>}
  </>
);
