import { counted } from '../../../shared/format.js';
import { Button } from '../../../shared/ui/button.js';
import styles from './bar.module.css';

interface NewsProps {
  readonly count: number;
  readonly onShow: () => void;
}

/** Changes by others that wait so as not to move what is pointed at. */
export function News({ count, onShow }: NewsProps) {
  return (
    <div className={styles.news} role="status">
      {count > 0 && (
        <Button small onClick={onShow}>
          {count} new
          <span className="visually-hidden">: show {counted(count, 'change')} by others</span>
        </Button>
      )}
    </div>
  );
}
