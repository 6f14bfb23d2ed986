import { Check, CircleAlert, Pause, Play, RotateCcw, X } from 'lucide-react';
import { formatSize } from '../../shared/format.js';
import { IconButton } from '../../shared/ui/button.js';
import { pause, remove, resume, retry } from './engine.js';
import type { Item, UploadState } from './queue.js';
import styles from './tray.module.css';

const words: Record<UploadState, string> = {
  preparing: 'Preparing',
  waiting: 'Waiting',
  sending: '',
  paused: 'Paused',
  broken: 'Connection broken, trying again',
  adding: 'Saving',
  done: 'Added',
  skipped: 'Skipped',
  failed: '',
};

function aboutOf({ state, sent, file, problem, where }: Item): string {
  if (state === 'failed') return problem ?? '';
  if (state === 'done') return `Added to ${where}`;
  const progress = `${formatSize(sent)} of ${formatSize(file.size)}`;
  return [words[state], progress].filter(Boolean).join(' · ');
}

export function TrayRow({ item }: { readonly item: Item }) {
  const { state, file, sent, name } = item;
  const moving = state === 'sending' || state === 'paused' || state === 'broken';
  return (
    <li className={styles.item} data-state={state}>
      <div className={styles.text}>
        <span className={styles.name}>{name}</span>
        <span className={styles.about}>{aboutOf(item)}</span>
        {moving && (
          <progress max={file.size || 1} value={sent} aria-label={`Progress of ${name}`} />
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
              label={`Retry ${name}`}
              tip="Retry"
              onClick={() => retry(item)}
            />
          )}
        </>
      )}
      {(state === 'sending' || state === 'broken') && (
        <IconButton icon={Pause} label={`Pause ${name}`} tip="Pause" onClick={() => pause(item)} />
      )}
      {state === 'paused' && (
        <IconButton
          icon={Play}
          label={`Resume ${name}`}
          tip="Resume"
          onClick={() => resume(item)}
        />
      )}
      <IconButton icon={X} label={`Remove ${name}`} tip="Remove" onClick={() => remove(item)} />
    </>
  );
}
