import { Download, ShieldAlert } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { exactTime, formatNumber } from '../../../shared/format.js';
import { Button } from '../../../shared/ui/button.js';
import styles from './alarm.module.css';
import { sizeOf, useLook, useWitness } from './use-witness.js';
import type { Alarm, AlarmKind } from './witness.js';
import { saveText } from '../../../shared/save-file.js';

const AcceptDialog = lazy(() => import('./accept-dialog.js'));

const words: Readonly<Record<AlarmKind, string>> = {
  forked: 'The log is not the one that this browser has seen: its past was changed.',
  shorter: 'The log has become shorter than this browser has seen it: events are missing.',
  'other-key': 'The log is signed by another key than this browser has seen.',
  'other-log': 'Another log stands in the place of the one that this browser has seen.',
  unsigned: 'The log’s checkpoint is not signed by its key.',
  refused: 'The server itself finds that the log contradicts what was signed of it.',
};

/** Looks after the log at each visit of an auditor; over everything where it is not what it was. */
export default function AlarmBar() {
  useLook();
  const { alarm } = useWitness();
  const [asking, setAsking] = useState(false);
  if (!alarm) return null;
  return (
    <section className={styles.alarm} role="alert" aria-label="Alarm about the log">
      <ShieldAlert size={26} strokeWidth={1.5} aria-hidden />
      <div className={styles.text}>
        <strong>{words[alarm.kind]}</strong>
        <p>{seenText(alarm)} Keep the evidence and ask who runs the server before you go on.</p>
      </div>
      <div className={styles.actions}>
        <Button icon={Download} onClick={() => download(alarm)}>
          Download the evidence
        </Button>
        <Button tone="quiet" onClick={() => setAsking(true)}>
          {alarm.now ? 'Accept the new log…' : 'Dismiss…'}
        </Button>
      </div>
      <Suspense>
        {asking && <AcceptDialog alarm={alarm} onClose={() => setAsking(false)} />}
      </Suspense>
    </section>
  );
}

function seenText({ seen, now }: Alarm): string {
  const was = sizeOf(seen);
  const is = sizeOf(now);
  if (!seen) return '';
  const then = `${formatNumber(was)} events on ${exactTime(Date.parse(seen.at))}`;
  return is < 0 ? `Seen: ${then}.` : `Seen: ${then}; shown now: ${formatNumber(is)} events.`;
}

/** Both notes word for word, and what the server said: any verifier can check them. */
function download(alarm: Alarm): void {
  const text = `${JSON.stringify({ address: location.origin, ...alarm }, null, 2)}\n`;
  saveText('feusa-log-evidence.json', text, 'application/json');
}
