import type { TrashItem } from '@feusa/contracts/views';
import { FileText, Folder, Link2, Undo2, UserRound } from 'lucide-react';
import { exactTime, whenText } from '../../shared/format.js';
import { useSession } from '../../shared/session.js';
import { Button } from '../../shared/ui/button.js';
import styles from './trash.module.css';
import { useRestore } from './use-restore.js';
import type { Trash } from './use-trash.js';
import { texts } from './texts.js';

interface TrashListProps {
  readonly trash: Trash;
  readonly items: readonly TrashItem[];
  /** Then everything is read, to be filtered. */
  readonly isFiltered: boolean;
}

export function TrashList({ trash, items, isFiltered }: TrashListProps) {
  const { total, hasMore, isReading, readMore, reload } = trash;
  const { restore, restoring } = useRestore(reload);
  return (
    <>
      <p className={styles.muted} role="status">
        {texts.item(isFiltered ? items.length : total)}
      </p>
      <ul className={styles.list}>
        {items.map((item) => (
          <TrashRow
            key={item.type + item.id}
            item={item}
            pending={restoring.has(item.id)}
            onRestore={() => void restore(item)}
          />
        ))}
      </ul>
      {hasMore && (
        <Button pending={isReading} onClick={readMore}>
          {texts.showMore}
        </Button>
      )}
    </>
  );
}

const icons = { folder: Folder, doc: FileText, link: Link2, employee: UserRound };
const nouns = {
  folder: texts.folder,
  doc: texts.document,
  link: texts.link,
  employee: texts.employee,
};

interface TrashRowProps {
  readonly item: TrashItem;
  readonly pending: boolean;
  readonly onRestore: () => void;
}

const whereOf = ({ type, ancestors }: TrashItem) =>
  type === 'employee'
    ? texts.employees
    : [texts.files, ...ancestors.map(({ name }) => name)].join(' / ');

function TrashRow({ item, pending, onRestore }: TrashRowProps) {
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
          {item.parentRemoved && texts.deletedTooRestoreThatFirst}
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
          aria-label={texts.restore(item.name)}
          onClick={onRestore}
        >
          {texts.restoreShort}
        </Button>
      )}
    </li>
  );
}
