import { useShortcutList, useSingleKeys } from '../shared/shortcuts.js';
import { Dialog } from '../shared/ui/dialog.js';
import styles from './shell.module.css';

export default function ShortcutSheet({ onClose }: { readonly onClose: () => void }) {
  const list = useShortcutList();
  const [singleKeys, setSingleKeys] = useSingleKeys();
  return (
    <Dialog title="Keys" size="medium" onClose={onClose}>
      <dl className={styles.keys}>
        {list.map(({ keys, does }) => (
          <div key={keys + does}>
            <dt>
              <kbd>{keys}</kbd>
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
      <label className={styles.check}>
        <input
          type="checkbox"
          checked={singleKeys}
          onChange={(event) => setSingleKeys(event.target.checked)}
        />
        Single keys such as / and ? do something
      </label>
    </Dialog>
  );
}
