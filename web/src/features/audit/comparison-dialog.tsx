import { Comparison } from '../../shared/comparison/comparison.js';
import { Button } from '../../shared/ui/button.js';
import { Dialog } from '../../shared/ui/dialog.js';
import styles from './audit.module.css';
import { texts } from './texts.js';

/** Whether everybody sees what the log says: rows, search index and files, with what differs. */
export default function ComparisonDialog({ onClose }: { readonly onClose: () => void }) {
  const footer = (
    <Button tone="primary" onClick={onClose}>
      {texts.close}
    </Button>
  );
  return (
    <Dialog
      title={texts.dataComparedWithTheLog}
      size="medium"
      tall
      onClose={onClose}
      footer={footer}
    >
      <p className={styles.muted}>{texts.comparisonIntro}</p>
      <Comparison />
    </Dialog>
  );
}
