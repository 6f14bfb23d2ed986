import type { LucideIcon } from 'lucide-react';
import {
  useEffect,
  useRef,
  type AnchorHTMLAttributes,
  type ButtonHTMLAttributes,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  type Ref,
} from 'react';
import { useLocation } from 'wouter';
import styles from './button.module.css';
import { texts } from '../texts.js';

export type Tone = 'plain' | 'primary' | 'quiet' | 'danger';

interface Look {
  readonly tone?: Tone;
  readonly icon?: LucideIcon;
  readonly small?: boolean;
}

const classes = ({ tone = 'plain', small }: Look, className = '') =>
  `${styles.button} ${styles[tone]} ${small ? styles.small : ''} ${className}`;

const iconProps = { size: 17, strokeWidth: 1.5, 'aria-hidden': true } as const;

interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement>, Look {
  readonly pending?: boolean;
  readonly ref?: Ref<HTMLButtonElement>;
}

/** While `pending` it says 'Pending' and ignores clicks, without losing the focus. */
export function Button(props: ButtonProps) {
  const { tone, icon: Icon, small, pending, className, children, onClick, ...rest } = props;
  return (
    <button
      type="button"
      {...rest}
      className={classes({ ...(tone && { tone }), small: small ?? false }, className)}
      aria-disabled={pending || undefined}
      onClick={pending ? (event) => event.preventDefault() : onClick}
    >
      {Icon && <Icon {...iconProps} />}
      {pending ? texts.pending : children}
    </button>
  );
}

interface IconButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  readonly icon: LucideIcon;
  /** Accessible name and tooltip. */
  readonly label: string;
  readonly tip?: string | false;
  readonly tone?: 'quiet' | 'danger';
  readonly ref?: Ref<HTMLButtonElement>;
}

export function IconButton(props: IconButtonProps) {
  const { icon: Icon, label, tip = label, tone = 'quiet', className = '', ...rest } = props;
  return (
    <button
      type="button"
      aria-label={label}
      data-tip={tip || undefined}
      {...rest}
      className={`${styles.button} ${styles[tone]} ${styles.iconOnly} ${className}`}
    >
      <Icon {...iconProps} size={18} />
    </button>
  );
}

interface LinkButtonProps extends Look {
  readonly href: string;
  readonly className?: string;
  readonly children: ReactNode;
}

/** Looks and answers like a button, yet opens in a new tab like a link. */
export function LinkButton(props: LinkButtonProps) {
  const { href, tone, icon: Icon, small, className, children } = props;
  const [, navigate] = useLocation();
  const go = () => navigate(href);
  const onClick = (event: MouseEvent) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return;
    event.preventDefault();
    go();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== ' ') return;
    event.preventDefault();
    go();
  };
  return (
    <a
      role="button"
      href={href}
      className={classes({ ...(tone && { tone }), small: small ?? false }, className)}
      onClick={onClick}
      onKeyDown={onKeyDown}
    >
      {Icon && <Icon {...iconProps} />}
      {children}
    </a>
  );
}

interface AnchorProps extends AnchorHTMLAttributes<HTMLAnchorElement>, Pick<Look, 'icon'> {
  readonly ref?: Ref<HTMLAnchorElement>;
}

/** A link among buttons: it looks like them, and is one that can be saved or opened in a new tab. */
export function Anchor({ icon: Icon, children, ...rest }: AnchorProps) {
  return (
    <a {...rest} className={classes({})}>
      {Icon && <Icon {...iconProps} />}
      {children}
    </a>
  );
}

interface WindowButtonProps {
  readonly href: string;
  readonly autoFocus?: boolean;
  readonly onOpen: () => void;
  readonly children: ReactNode;
}

/** Opens a window of its own; as a link, which nothing takes for a pop-up to be blocked. */
export function WindowButton({ href, autoFocus, onOpen, children }: WindowButtonProps) {
  const link = useRef<HTMLAnchorElement>(null);
  // React does it for fields and buttons alone.
  useEffect(() => {
    if (autoFocus) link.current?.focus();
  }, [autoFocus]);
  return (
    <a
      ref={link}
      role="button"
      href={href}
      target="_blank"
      rel="opener"
      className={classes({})}
      onClick={onOpen}
      onKeyDown={(event) => {
        if (event.key !== ' ') return;
        event.preventDefault();
        event.currentTarget.click();
      }}
    >
      {children}
    </a>
  );
}
