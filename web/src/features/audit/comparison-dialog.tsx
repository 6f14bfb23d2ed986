import { Comparison } from '../../shared/comparison/comparison.js';
import { Button } from '../../shared/ui/button.js';
import { Dialog } from '../../shared/ui/dialog.js';
import styles from './audit.module.css';

/** Whether everybody sees what the log says: rows, search index and files, with what differs. */
export default function ComparisonDialog({ onClose }: { readonly onClose: () => void }) {
  const footer = (
    <Button tone="primary" onClick={onClose}>
      Close
    </Button>
  );
  return (
    <Dialog title="Data compared with the log" size="medium" tall onClose={onClose} footer={footer}>
      <p className={styles.muted}>
        The whole log is replayed and compared with what people see: every row, the search index,
        and the contents of files.
      </p>
      <Comparison />
    </Dialog>
  );
}
