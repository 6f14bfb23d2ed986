import type { Role, UserView } from '@feusa/contracts/users';
import { Trash2 } from 'lucide-react';
import { exactTime, whenText } from '../../shared/format.js';
import { IconButton } from '../../shared/ui/button.js';
import { roleNames, roles } from './roles.js';
import styles from './users.module.css';

interface UserRowProps {
  readonly user: UserView;
  readonly isMe: boolean;
  readonly onRole: (role: Role) => void;
  readonly onRemove: () => void;
}

export function UserRow({ user, isMe, onRole, onRemove }: UserRowProps) {
  const { email, role, createdAt } = user;
  const since = Date.parse(createdAt);
  return (
    <li className={styles.row}>
      <div className={styles.who}>
        <p className={styles.email}>
          {email} {isMe && <span className={styles.me}>you</span>}
        </p>
        <p className={styles.muted} title={exactTime(since)}>
          registered {whenText(since)}
        </p>
      </div>
      <select
        aria-label={`Role of ${email}`}
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
      <IconButton icon={Trash2} tone="danger" label={`Delete ${email}`} onClick={onRemove} />
    </li>
  );
}
