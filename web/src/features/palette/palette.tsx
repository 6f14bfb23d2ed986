import type { FindKind } from '@feusa/contracts/find';
import { Search } from 'lucide-react';
import { useCallback, useEffect, useId, useState, type KeyboardEvent } from 'react';
import { Dialog } from 'react-aria-components/Dialog';
import { Modal, ModalOverlay } from 'react-aria-components/Modal';
import { useLocation } from 'wouter';
import { useDialogHistory } from '../../shared/dialog-history.js';
import { isFindable } from '../../shared/find/find.js';
import { KindFilter } from '../../shared/find/kind-filter.js';
import { takeTyped } from '../../shared/typed-ahead.js';
import type { Item } from './items.js';
import { PaletteList } from './palette-list.js';
import styles from './palette.module.css';
import { useGroups } from './use-groups.js';
import { texts } from './texts.js';

const step: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };

/** Ctrl+K: go anywhere, find anybody, do anything that one may. */
export default function Palette({ onClose }: { readonly onClose: () => void }) {
  const [, navigate] = useLocation();
  const [text, setText] = useState('');
  useEffect(() => {
    const typed = takeTyped();
    if (typed !== '') setText((now) => typed + now);
  }, []);
  const [marked, setMarked] = useState({ text: '', index: 0 });
  const listId = useId();
  const go = useCallback((href: string) => navigate(href), [navigate]);
  const [kind, setKind] = useState<FindKind | ''>('');
  const { groups, counts } = useGroups(text, kind, go);
  const items = groups.flatMap((group) => group.items);
  const index = marked.text === text ? Math.min(marked.index, items.length - 1) : 0;

  const run = (item: Item | undefined) => {
    if (!item) return;
    onClose();
    item.run();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const by = step[event.key];
    if (event.nativeEvent.isComposing) return;
    if (by !== undefined && items.length > 0)
      setMarked({ text, index: (index + by + items.length) % items.length });
    else if (event.key === 'Enter') run(items[index]);
    else return;
    event.preventDefault();
  };

  useDialogHistory(() => {
    onClose();
    return true;
  }, false);

  return (
    <ModalOverlay
      isOpen
      isDismissable
      onOpenChange={(open) => !open && onClose()}
      className={styles.overlay ?? ''}
    >
      <Modal className={styles.modal ?? ''}>
        <Dialog aria-label={texts.title} className={styles.dialog ?? ''}>
          <div className={styles.box}>
            <Search size={18} strokeWidth={1.5} aria-hidden />
            <input
              role="combobox"
              aria-label={texts.findAFolderDocumentEmployee}
              aria-expanded={items.length > 0}
              aria-controls={listId}
              aria-autocomplete="list"
              aria-activedescendant={items[index] && `${listId}-${index}`}
              placeholder={texts.folderDocumentEmployeeOrAction}
              autoFocus
              autoComplete="off"
              spellCheck={false}
              maxLength={200}
              className={styles.input}
              value={text}
              onChange={(event) => setText(event.target.value)}
              onKeyDown={onKeyDown}
            />
          </div>
          {isFindable(text) && (
            <div className={styles.filter}>
              <KindFilter counts={counts} kind={kind} onKind={setKind} />
            </div>
          )}
          <PaletteList
            id={listId}
            groups={groups}
            index={index}
            onMark={(next) => setMarked({ text, index: next })}
            onRun={run}
          />
          {items.length === 0 && (
            <p role="status" className={styles.nothing}>
              {texts.noResults}
            </p>
          )}
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}
