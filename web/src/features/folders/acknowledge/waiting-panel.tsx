import type { WaitingFile } from '@feusa/contracts/acknowledgements';
import { ClipboardCheck } from 'lucide-react';
import { Link } from 'wouter';
import { dayOf } from '../../../shared/format.js';
import home from '../home/home.module.css';
import { PaperGlyph } from '../list/icons.js';
import styles from './acknowledge.module.css';
import { dueText, isOverdue } from './due.js';
import { texts } from './texts.js';
import { useWaiting } from './use-waiting.js';

/** What waits for somebody, above their files; nothing takes no room. */
export function WaitingPanel() {
  const waiting = useWaiting();
  if (!waiting || waiting.length === 0) return null;
  return (
    <section aria-label={texts.waiting} className={styles.waiting}>
      <header className={home.heading}>
        <ClipboardCheck size={16} strokeWidth={1.5} aria-hidden />
        <h2>{texts.waiting}</h2>
      </header>
      <ul className={`${home.lines} ${styles.lines}`}>
        {waiting.map((file) => (
          <Line key={file.id} file={file} />
        ))}
      </ul>
    </section>
  );
}

function Line({ file: { id, name, folderId, due, askedAt } }: { readonly file: WaitingFile }) {
  const when = due === undefined ? texts.askedOn(dayOf(Date.parse(askedAt))) : dueText(due);
  return (
    <li>
      <Link className={home.line} href={`/dashboard/${folderId}?detail=${id}`}>
        <span className={home.glyph}>
          <PaperGlyph name={name} />
        </span>
        <span className={home.text}>
          <span className={home.name}>{name}</span>
          <span
            className={home.about}
            data-overdue={(due !== undefined && isOverdue(due)) || undefined}
          >
            {`${texts.toAcknowledge} · ${when}`}
          </span>
        </span>
      </Link>
    </li>
  );
}
