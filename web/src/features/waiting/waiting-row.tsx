import { CircleAlert, CircleCheck, Clock, TriangleAlert } from 'lucide-react';
import { whenText } from '../../shared/format.js';
import type { StoredWaiting } from '../../shared/offline/db.js';
import { discard, tryAgain } from '../../shared/offline/outbox.js';
import { toast } from '../../shared/toast-store.js';
import { Button } from '../../shared/ui/button.js';
import { texts, wordsOf } from './texts.js';
import styles from './waiting.module.css';

const icons = { waiting: Clock, done: CircleCheck, conflict: TriangleAlert, refused: CircleAlert };

/** 'Add folder “Balers”'. */
function wordsFor({ command, body }: StoredWaiting, names: ReadonlyMap<string, string>): string {
  const { id = '', name, firstName, lastName } = body as Readonly<Record<string, string>>;
  const person = firstName === undefined ? undefined : `${firstName} ${lastName ?? ''}`.trim();
  const called = name ?? person ?? names.get(id) ?? texts.something;
  return wordsOf[command]?.(called) ?? command;
}

interface WaitingRowProps {
  readonly item: StoredWaiting;
  readonly names: ReadonlyMap<string, string>;
}

export function WaitingRow({ item, names }: WaitingRowProps) {
  const { state, at, detail } = item;
  const Icon = icons[state];
  const words = wordsFor(item, names);
  return (
    <li className={styles.row}>
      <Icon size={18} strokeWidth={1.5} aria-hidden className={styles[state]} />
      <div className={styles.text}>
        <strong>{words}</strong>
        <span className={styles.about}>
          {texts[state]}, {texts.made(whenText(at))}
        </span>
        {detail !== undefined && <span>{detail}</span>}
      </div>
      <div className={styles.actions}>
        <Actions item={item} words={words} />
      </div>
    </li>
  );
}

function Actions({ item, words }: { readonly item: StoredWaiting; readonly words: string }) {
  const { state, suggestion } = item;
  if (state === 'done') return null;
  const leave = async () => {
    await discard([item]);
    toast({ text: texts.discarded });
  };
  return (
    <>
      {suggestion !== undefined && (
        <Button small onClick={() => void tryAgain(item, 'keep-both')}>
          {texts.keepBoth}
        </Button>
      )}
      {state === 'refused' && (
        <Button small onClick={() => void tryAgain(item)}>
          {texts.tryAgain}
        </Button>
      )}
      <Button
        small
        tone="quiet"
        aria-label={texts.discardNamed(words)}
        onClick={() => void leave()}
      >
        {texts.discard}
      </Button>
    </>
  );
}
