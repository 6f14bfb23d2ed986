import { useState } from 'react';
import { counted, exactTime, formatSize } from '../../shared/format.js';
import { Button } from '../../shared/ui/button.js';
import { Dialog } from '../../shared/ui/dialog.js';
import { Checkbox } from '../../shared/ui/field.js';
import type { Conflict } from './prepare.js';
import styles from './tray.module.css';

export type Answer = 'both' | 'replace' | 'skip';

interface ConflictDialogProps {
  readonly conflict: Conflict;
  readonly more: number;
  readonly onAnswer: (answer: Answer, forAll: boolean) => void;
  /** Nothing of what still waits for an answer is uploaded. */
  readonly onCancel: () => void;
}

export default function ConflictDialog(props: ConflictDialogProps) {
  const { conflict, more, onAnswer, onCancel } = props;
  const [forAll, setForAll] = useState(false);
  const { item, existing, freeName } = conflict;
  const footer = (
    <>
      <Button onClick={() => onAnswer('skip', forAll)}>Skip</Button>
      <Button onClick={() => onAnswer('replace', forAll)}>Replace</Button>
      <Button tone="primary" autoFocus onClick={() => onAnswer('both', forAll)}>
        Keep both
      </Button>
    </>
  );
  return (
    <Dialog title="This name is taken" onClose={onCancel} footer={footer}>
      <p>
        <strong>{item.name}</strong> is already in {item.where}.
      </p>
      <dl className={styles.compare}>
        <div>
          <dt>There now</dt>
          <dd>
            {formatSize(existing.size)}, added {exactTime(existing.timestamp)}
          </dd>
        </div>
        <div>
          <dt>Yours</dt>
          <dd>
            {formatSize(item.file.size)}, changed {exactTime(item.file.lastModified)}
          </dd>
        </div>
      </dl>
      <p className={styles.muted}>
        Keep both names yours “{freeName}”. Replace moves the old one to Trash.
      </p>
      {more > 0 && (
        <Checkbox checked={forAll} onChange={setForAll}>
          For the other {counted(more, 'file')} too
        </Checkbox>
      )}
    </Dialog>
  );
}
