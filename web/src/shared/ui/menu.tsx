import type { LucideIcon } from 'lucide-react';
import { lazy, Suspense, useRef, useState } from 'react';
import { Button, IconButton, type Tone } from './button.js';

const load = () => import('./menu-popover.js');
const MenuPopover = lazy(load);

export interface MenuEntry {
  readonly id: string;
  /** '-' draws a line. */
  readonly label: string;
  readonly run: () => void;
  readonly icon?: LucideIcon;
  readonly keys?: string;
  readonly tone?: 'plain' | 'danger';
}

export const separator = (id: string): MenuEntry => ({ id, label: '-', run: () => undefined });

interface MenuProps {
  readonly label: string;
  readonly entries: readonly MenuEntry[];
  readonly icon: LucideIcon;
  /** Only the icon is drawn; `label` names it. */
  readonly iconOnly?: boolean;
  readonly tone?: Tone;
  readonly className?: string;
  readonly tabIndex?: number;
}

/** A button that opens a menu: arrows, typing and Escape work. */
export function MenuButton(props: MenuProps) {
  const {
    label,
    entries,
    icon,
    iconOnly = false,
    tone = 'plain',
    className = '',
    tabIndex,
  } = props;
  const [open, setOpen] = useState(false);
  const trigger = useRef<HTMLButtonElement>(null);
  const common = {
    ref: trigger,
    className,
    ...(tabIndex !== undefined && { tabIndex }),
    'aria-haspopup': 'menu',
    'aria-expanded': open,
    onClick: () => setOpen(!open),
    onPointerEnter: () => void load(),
    onFocus: () => void load(),
  } as const;
  return (
    <>
      {iconOnly ? (
        <IconButton {...common} icon={icon} label={label} />
      ) : (
        <Button {...common} icon={icon} tone={tone}>
          <span>{label}</span>
        </Button>
      )}
      {open && (
        <Suspense>
          <MenuPopover
            label={label}
            entries={entries}
            trigger={trigger}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
    </>
  );
}
