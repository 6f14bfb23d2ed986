import type { TrashItem } from '@feusa/contracts/views';
import { FileText, Folder, Link2, Undo2, UserRound } from 'lucide-react';
import { exactTime, whenText } from '../../shared/format.js';
import { useSession } from '../../shared/session.js';
import { Button } from '../../shared/ui/button.js';
import styles from './trash.module.css';

const icons = { folder: Folder, doc: FileText, link: Link2, employee: UserRound };
const nouns = { folder: 'Folder', doc: 'Document', link: 'Link', employee: 'Employee' };

interface TrashRowProps {
  readonly item: TrashItem;
  readonly pending: boolean;
  readonly onRestore: () => void;
}

const whereOf = ({ type, ancestors }: TrashItem) =>
  type === 'employee' ? 'Employees' : ['Files', ...ancestors.map(({ name }) => name)].join(' / ');

export function TrashRow({ item, pending, onRestore }: TrashRowProps) {
  const { isReadOnly } = useSession();
  const Icon = icons[item.type];
  const time = Date.parse(item.removedAt);
  const who = item.removedBy || 'somebody';
  return (
    <li className={styles.row}>
      <Icon size={20} strokeWidth={1.5} aria-hidden />
      <div>
        <p className={styles.name}>
          <span className="visually-hidden">{nouns[item.type]} </span>
          {item.name}
        </p>
        <p className={styles.muted}>
          {whereOf(item)}
          {item.parentRemoved && ' (deleted too: restore that first)'}
        </p>
      </div>
      <p className={`${styles.muted} ${styles.who}`} data-tip={exactTime(time)}>
        {who}, {whenText(time)}
      </p>
      {!isReadOnly && (
        <Button
          small
          icon={Undo2}
          pending={pending}
          disabled={item.parentRemoved}
          aria-label={`Restore ${item.name}`}
          onClick={onRestore}
        >
          Restore
        </Button>
      )}
    </li>
  );
}
