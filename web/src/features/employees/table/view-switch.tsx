import { Columns3, LayoutGrid, Table2 } from 'lucide-react';
import { lazy, Suspense, useRef, useState } from 'react';
import { Button, IconButton } from '../../../shared/ui/button.js';
import { texts } from '../texts.js';
import { changeView, useTableView } from './table-view.js';
import styles from './view-switch.module.css';

const load = () => import('./column-popover.js');
const ColumnPopover = lazy(load);
const say = texts.table;

/** Cards or a table, and which columns that has. */
export function ViewSwitch() {
  const { isTable } = useTableView();
  const [isOpen, setOpen] = useState(false);
  const trigger = useRef<HTMLButtonElement>(null);
  return (
    <div role="group" aria-label={say.view} className={styles.switch}>
      {isTable && (
        <Button
          ref={trigger}
          small
          icon={Columns3}
          aria-haspopup="dialog"
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
          onPointerEnter={() => void load()}
        >
          {say.columns}
        </Button>
      )}
      <IconButton
        icon={LayoutGrid}
        label={say.cards}
        aria-pressed={!isTable}
        onClick={() => changeView({ isTable: false })}
      />
      <IconButton
        icon={Table2}
        label={say.table}
        aria-pressed={isTable}
        onClick={() => changeView({ isTable: true })}
      />
      {isOpen && (
        <Suspense>
          <ColumnPopover trigger={trigger} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </div>
  );
}
