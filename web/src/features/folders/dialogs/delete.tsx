import { ConfirmDialog } from '../../../shared/ui/form-dialog.js';
import styles from './dialogs.module.css';
import type { Entry } from '../page/entries.js';
import { DELETE_FAILED, notDeleted, questionFor } from './removal.js';
import { texts } from '../texts.js';

interface DeleteDialogProps {
  readonly entries: readonly Entry[];
  readonly onConfirm: () => Promise<void>;
  readonly onClose: () => void;
  readonly onDone?: () => void;
}

export default function DeleteDialog({ entries, ...asked }: DeleteDialogProps) {
  const { title, text } = questionFor(entries);
  const body = (
    <>
      <p>{text}</p>
      <ul className={styles.names}>
        {entries.slice(0, 6).map(({ id, name }) => (
          <li key={id}>{name}</li>
        ))}
        {entries.length > 6 && <li>{texts.andMore(entries.length - 6)}</li>}
      </ul>
    </>
  );
  return (
    <ConfirmDialog
      title={title}
      text={body}
      failureText={DELETE_FAILED}
      failureWhat={notDeleted(entries)}
      {...asked}
    />
  );
}
