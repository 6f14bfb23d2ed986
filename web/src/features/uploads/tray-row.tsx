import { Check, CircleAlert, Pause, Play, RotateCcw, X } from 'lucide-react';
import { formatSize } from '../../shared/format.js';
import { useIsChecking } from '../../shared/checks.js';
import { texts as shared } from '../../shared/texts.js';
import { IconButton } from '../../shared/ui/button.js';
import { pause, remove, resume, retry } from './engine.js';
import type { Item, UploadState } from './queue.js';
import styles from './tray.module.css';
import { texts } from './texts.js';

const words: Record<UploadState, string> = {
  preparing: texts.preparing,
  waiting: texts.waiting,
  sending: '',
  paused: texts.paused,
  broken: texts.connectionBrokenTryingAgain,
  adding: texts.saving,
  done: texts.added,
  skipped: texts.skipped,
  failed: '',
};

function aboutOf({ state, sent, file, problem, where }: Item, isChecking: boolean): string {
  if (state === 'adding' && isChecking) return shared.beingChecked;
  if (state === 'failed') return problem ?? '';
  if (state === 'done') return texts.addedTo(where);
  const progress = texts.sentOf(formatSize(sent), formatSize(file.size));
  return [words[state], progress].filter(Boolean).join(' · ');
}

export function TrayRow({ item }: { readonly item: Item }) {
  const { state, file, sent, name } = item;
  const moving = state === 'sending' || state === 'paused' || state === 'broken';
  return (
    <li className={styles.item} data-state={state}>
      <div className={styles.text}>
        <span className={styles.name}>{name}</span>
        <span className={styles.about}>{aboutOf(item, useIsChecking())}</span>
        {moving && (
          <progress max={file.size || 1} value={sent} aria-label={texts.progressOf(name)} />
        )}
      </div>
      <Controls item={item} />
    </li>
  );
}

function Controls({ item }: { readonly item: Item }) {
  const { state, name } = item;
  if (state === 'done')
    return <Check className={styles.done} size={18} strokeWidth={2} aria-hidden />;
  if (state === 'adding') return null;
  return (
    <>
      {state === 'failed' && (
        <>
          <CircleAlert className={styles.failed} size={18} strokeWidth={1.5} aria-hidden />
          {!item.isFinal && (
            <IconButton
              icon={RotateCcw}
              label={texts.retry(name)}
              tip={texts.retryShort}
              onClick={() => retry(item)}
            />
          )}
        </>
      )}
      {(state === 'sending' || state === 'broken') && (
        <IconButton
          icon={Pause}
          label={texts.pause(name)}
          tip={texts.pauseShort}
          onClick={() => pause(item)}
        />
      )}
      {state === 'paused' && (
        <IconButton
          icon={Play}
          label={texts.resume(name)}
          tip={texts.resumeShort}
          onClick={() => resume(item)}
        />
      )}
      <IconButton
        icon={X}
        label={texts.remove(name)}
        tip={texts.removeShort}
        onClick={() => remove(item)}
      />
    </>
  );
}
