import { useShortcutList, useSingleKeys } from '../shared/shortcuts.js';
import { Dialog } from '../shared/ui/dialog.js';
import { Checkbox } from '../shared/ui/field.js';
import styles from './shell.module.css';
import { texts } from './texts.js';

export default function ShortcutSheet({ onClose }: { readonly onClose: () => void }) {
  const list = useShortcutList();
  const [singleKeys, setSingleKeys] = useSingleKeys();
  return (
    <Dialog title={texts.keyboardShortcuts} size="medium" onClose={onClose}>
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
      <Checkbox checked={singleKeys} onChange={setSingleKeys}>
        {texts.useSingleKeyShortcutsSuch}
      </Checkbox>
    </Dialog>
  );
}
