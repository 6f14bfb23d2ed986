import { useRef, type KeyboardEvent } from 'react';
import { letters } from './grid.js';
import styles from './letter-rail.module.css';
import { texts } from '../texts.js';

interface RailProps {
  readonly index: ReadonlyMap<string, number>;
  /** The letter of the first person in view. */
  readonly current: string;
  readonly onJump: (index: number) => void;
}

/** A to Z beside the list: one tab stop, arrows move, a click jumps. */
export function LetterRail({ index, current, onJump }: RailProps) {
  const rail = useRef<HTMLDivElement>(null);
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1, Home: -100, End: 100 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const buttons = [...(rail.current?.querySelectorAll('button') ?? [])].filter(
      (button) => button.getAttribute('aria-disabled') !== 'true',
    );
    const at = buttons.indexOf(document.activeElement as HTMLButtonElement);
    buttons[Math.min(Math.max(at + step, 0), buttons.length - 1)]?.focus();
  };
  const tabStop = index.has(current) ? current : letters.find((letter) => index.has(letter));
  return (
    <div
      ref={rail}
      role="toolbar"
      aria-orientation="vertical"
      aria-label={texts.jumpToALetter}
      className={styles.rail}
      onKeyDown={onKeyDown}
    >
      {letters.map((letter) => {
        const at = index.get(letter);
        return (
          <button
            key={letter}
            type="button"
            tabIndex={letter === tabStop ? 0 : -1}
            aria-label={letter === '#' ? texts.otherLetters : letter}
            aria-disabled={at === undefined || undefined}
            aria-current={letter === current || undefined}
            className={styles.letter}
            onClick={() => at !== undefined && onJump(at)}
          >
            {letter}
          </button>
        );
      })}
    </div>
  );
}
