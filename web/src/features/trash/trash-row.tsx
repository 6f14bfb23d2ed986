import type { TrashItem } from '@feusa/contracts/views';
import { FileText, Folder, Link2, Trash2, Undo2, UserRound } from 'lucide-react';
import type { ChangeEvent } from 'react';
import { exactTime, whenText } from '../../shared/format.js';
import type { Selection } from '../../shared/selection.js';
import { useSession } from '../../shared/session.js';
import { Button, IconButton } from '../../shared/ui/button.js';
import { PersonMark } from '../../shared/ui/person-mark.js';
import { kindOf } from './purging.js';
import { canPreview } from './previewing.js';
import { texts } from './texts.js';
import styles from './trash.module.css';

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
  readonly selection: Selection;
  readonly onRestore: () => void;
  readonly onPurge: () => void;
  readonly onPreview: () => void;
}

const whereOf = ({ type, ancestors }: TrashItem) =>
  type === 'employee'
    ? texts.employees
    : [texts.files, ...ancestors.map(({ name }) => name)].join(' / ');

/** A deleted thing: where it was, by whom, and what can become of it. */
export function TrashRow(props: TrashRowProps) {
  const { item, pending, selection, onRestore, onPurge, onPreview } = props;
  const { isReadOnly } = useSession();
  const Icon = icons[item.type];
  const time = Date.parse(item.removedAt);
  const who = item.by?.name ?? (item.removedBy || texts.somebody);
  return (
    <li className={styles.row} data-selected={selection.ids.has(item.id) || undefined}>
      {isReadOnly ? <span /> : <Tick item={item} selection={selection} />}
      <Icon size={20} strokeWidth={1.5} aria-hidden />
      <div className={styles.what}>
        <p className={styles.name}>
          <span className="visually-hidden">{nouns[item.type]} </span>
          {canPreview(item) ? (
            <button
              type="button"
              className={styles.look}
              aria-label={texts.previewOf(item.name)}
              data-tip={texts.preview}
              onClick={onPreview}
            >
              {item.name}
            </button>
          ) : (
            item.name
          )}
        </p>
        <p className={styles.muted}>
          {whereOf(item)}
          {item.parentRemoved && texts.deletedTooRestoreThatFirst}
        </p>
      </div>
      <p className={`${styles.muted} ${styles.who}`} data-tip={exactTime(time)}>
        {item.by && <PersonMark person={item.by} small />}
        {who}, <span className={styles.when}>{whenText(time)}</span>
      </p>
      {!isReadOnly && (
        <div className={styles.actions}>
          <Button
            small
            icon={Undo2}
            pending={pending}
            disabled={item.parentRemoved}
            aria-label={texts.restore(item.name)}
            onClick={onRestore}
          >
            <span className={styles.actionText}>{texts.restoreShort}</span>
          </Button>
          {kindOf(item) ? (
            <IconButton
              icon={Trash2}
              label={texts.deleteNamedForGood(item.name)}
              tip={texts.deleteForGood}
              onClick={onPurge}
            />
          ) : (
            <span className={styles.noAction} />
          )}
        </div>
      )}
    </li>
  );
}

type TickProps = Pick<TrashRowProps, 'item' | 'selection'>;

function Tick({ item, selection }: TickProps) {
  const choose = ({ nativeEvent }: ChangeEvent) => {
    const isRange = (nativeEvent as MouseEvent).shiftKey;
    if (isRange) selection.extend(item.id, item.id);
    else selection.toggle(item.id);
  };
  return (
    <label className={styles.tick}>
      <input
        type="checkbox"
        aria-label={texts.selectNamed(item.name)}
        checked={selection.ids.has(item.id)}
        onChange={choose}
      />
    </label>
  );
}
