import type { RefObject } from 'react';
import { Menu, MenuItem, Separator } from 'react-aria-components/Menu';
import { Popover } from 'react-aria-components/Popover';
import type { MenuEntry } from './menu.js';
import styles from './menu.module.css';

interface MenuPopoverProps {
  readonly label: string;
  readonly entries: readonly MenuEntry[];
  readonly trigger: RefObject<HTMLElement | null>;
  readonly onClose: () => void;
}

/** The open menu; loaded at the first use of any menu. */
export default function MenuPopover({ label, entries, trigger, onClose }: MenuPopoverProps) {
  return (
    <Popover
      isOpen
      triggerRef={trigger}
      aria-label={label}
      placement="bottom end"
      offset={4}
      onOpenChange={(open) => !open && onClose()}
      className={styles.popover ?? ''}
    >
      <Menu aria-label={label} autoFocus="first" onClose={onClose} className={styles.menu ?? ''}>
        {entries.map((entry) => (
          <Entry key={entry.id} entry={entry} />
        ))}
      </Menu>
    </Popover>
  );
}

function Entry({ entry }: { readonly entry: MenuEntry }) {
  if (entry.label === '-') return <Separator className={styles.separator ?? ''} />;
  const { icon: Icon, tone = 'plain' } = entry;
  return (
    <MenuItem
      id={entry.id}
      textValue={entry.label}
      onAction={entry.run}
      className={`${styles.item} ${styles[tone]}`}
    >
      {Icon && <Icon size={17} strokeWidth={1.5} aria-hidden />}
      <span className={styles.label}>{entry.label}</span>
      {entry.keys && <kbd className={styles.keys}>{entry.keys}</kbd>}
    </MenuItem>
  );
}
