import type { RefObject } from 'react';
import { Dialog } from 'react-aria-components/Dialog';
import { Popover } from 'react-aria-components/Popover';
import { Button } from '../../../shared/ui/button.js';
import styles from '../search/facet-popover.module.css';
import { texts } from '../texts.js';
import { columns, type ColumnId } from './columns.js';
import { changeView, useTableView } from './table-view.js';

interface PopoverProps {
  readonly trigger: RefObject<HTMLElement | null>;
  readonly onClose: () => void;
}

/** Which columns the table has. */
export default function ColumnPopover({ trigger, onClose }: PopoverProps) {
  const { hidden } = useTableView();
  const toggle = (id: ColumnId) =>
    changeView({
      hidden: hidden.includes(id) ? hidden.filter((each) => each !== id) : [...hidden, id],
    });
  return (
    <Popover
      isOpen
      triggerRef={trigger}
      placement="bottom end"
      offset={4}
      onOpenChange={(open) => !open && onClose()}
      className={styles.popover ?? ''}
    >
      <Dialog aria-label={texts.table.columns} className={styles.dialog ?? ''}>
        <ul className={styles.values}>
          {columns.slice(1).map(({ id, label }) => (
            <li key={id}>
              <label className={styles.value}>
                <input type="checkbox" checked={!hidden.includes(id)} onChange={() => toggle(id)} />
                <span className={styles.name}>{label}</span>
              </label>
            </li>
          ))}
        </ul>
        <div className={styles.end}>
          {hidden.length > 0 && (
            <Button small tone="quiet" onClick={() => changeView({ hidden: [] })}>
              {texts.showAll}
            </Button>
          )}
          <Button small onClick={onClose}>
            {texts.done}
          </Button>
        </div>
      </Dialog>
    </Popover>
  );
}
