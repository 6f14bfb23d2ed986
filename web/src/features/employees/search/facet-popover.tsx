import { useState, type RefObject } from 'react';
import { Dialog } from 'react-aria-components/Dialog';
import { Popover } from 'react-aria-components/Popover';
import { fold } from '../../../shared/fold.js';
import { Button } from '../../../shared/ui/button.js';
import { TextField } from '../../../shared/ui/field.js';
import styles from './facet-popover.module.css';
import type { FacetValue } from './filters.js';
import { formatNumber } from '../../../shared/format.js';
import { texts } from '../texts.js';

interface FacetPopoverProps {
  readonly label: string;
  readonly values: readonly FacetValue[];
  readonly trigger: RefObject<HTMLElement | null>;
  readonly onToggle: (value: string) => void;
  readonly onClear: () => void;
  readonly onClose: () => void;
}

const MANY = 10;

export default function FacetPopover(props: FacetPopoverProps) {
  const { label, values, trigger, onToggle, onClear, onClose } = props;
  const [text, setText] = useState('');
  const shown = values.filter(({ value }) => fold(value).includes(fold(text.trim())));
  return (
    <Popover
      isOpen
      triggerRef={trigger}
      placement="bottom start"
      offset={4}
      onOpenChange={(open) => !open && onClose()}
      className={styles.popover ?? ''}
    >
      <Dialog aria-label={texts.filterBy(label.toLowerCase())} className={styles.dialog ?? ''}>
        {values.length > MANY && (
          <TextField
            label={texts.findA(label.toLowerCase())}
            value={text}
            autoFocus
            onChange={(event) => setText(event.target.value)}
          />
        )}
        <ul className={styles.values}>
          {shown.map(({ value, count, selected }) => (
            <li key={value}>
              <label className={styles.value} data-none={count === 0 || undefined}>
                <input type="checkbox" checked={selected} onChange={() => onToggle(value)} />
                <span className={styles.name}>{value}</span>
                <span className={styles.count}>{formatNumber(count)}</span>
              </label>
            </li>
          ))}
          {shown.length === 0 && <li className={styles.none}>{texts.noResults}</li>}
        </ul>
        <div className={styles.end}>
          {values.some(({ selected }) => selected) && (
            <Button small tone="quiet" onClick={onClear}>
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
