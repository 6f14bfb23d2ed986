import { Download, ShieldAlert } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { exactTime, formatNumber } from '../../../shared/format.js';
import { Button } from '../../../shared/ui/button.js';
import styles from './alarm.module.css';
import { sizeOf, useLook, useWitness } from './use-witness.js';
import type { Alarm, AlarmKind } from './witness.js';
import { saveText } from '../../../shared/save-file.js';
import { texts } from '../texts.js';

const AcceptDialog = lazy(() => import('./accept-dialog.js'));

const words: Readonly<Record<AlarmKind, string>> = {
  forked: texts.alarmForked,
  shorter: texts.alarmShorter,
  'other-key': texts.alarmOtherKey,
  'other-log': texts.alarmOtherLog,
  unsigned: texts.alarmUnsigned,
  refused: texts.alarmRefused,
};

/** Looks after the log at each visit of an auditor; over everything where it is not what it was. */
export default function AlarmBar() {
  useLook();
  const { alarm } = useWitness();
  const [asking, setAsking] = useState(false);
  if (!alarm) return null;
  return (
    <section className={styles.alarm} role="alert" aria-label={texts.alarmAboutTheLog}>
      <ShieldAlert size={26} strokeWidth={1.5} aria-hidden />
      <div className={styles.text}>
        <strong>{words[alarm.kind]}</strong>
        <p>{texts.alarmAdvice(seenText(alarm))}</p>
      </div>
      <div className={styles.actions}>
        <Button icon={Download} onClick={() => download(alarm)}>
          {texts.downloadTheEvidence}
        </Button>
        <Button tone="quiet" onClick={() => setAsking(true)}>
          {alarm.now ? texts.acceptNewLogAsk : texts.dismiss}
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
  const then = texts.eventsOn(formatNumber(was), exactTime(Date.parse(seen.at)));
  return is < 0 ? texts.seen(then) : texts.seenAndShown(then, formatNumber(is));
}

/** Both notes word for word, and what the server said: any verifier can check them. */
function download(alarm: Alarm): void {
  const text = `${JSON.stringify({ address: location.origin, ...alarm }, null, 2)}\n`;
  saveText('feusa-log-evidence.json', text, 'application/json');
}
