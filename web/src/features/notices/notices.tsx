import { ChevronDown, ChevronUp, TriangleAlert } from 'lucide-react';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { counted } from '../../shared/format.js';
import { Button } from '../../shared/ui/button.js';
import { Failure } from '../../shared/ui/banner.js';
import { useSizeClass } from '../../shared/use-size.js';
import { Notice } from './notice.js';
import styles from './notices.module.css';
import { useNotices } from './use-notices.js';

const DELETE_FAILED = 'An error occured when deleting the error. Please try again.';

/** What stands under this strip begins below it, also while it sticks to the top. */
function useOwnHeight() {
  const strip = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    const root = document.documentElement;
    const tell = () => root.style.setProperty('--notices', `${strip.current?.offsetHeight ?? 0}px`);
    const observer = new ResizeObserver(tell);
    if (strip.current) observer.observe(strip.current);
    tell();
    return () => {
      observer.disconnect();
      root.style.removeProperty('--notices');
    };
  }, []);
  return strip;
}

/** Stored errors at the top right, in a strip of their own: they cover nothing. */
export default function Notices() {
  const { notices, failure, dismiss, forgetFailure } = useNotices();
  const [open, setOpen] = useState(false);
  const strip = useOwnHeight();
  const few = useSizeClass() === 0 ? 1 : 3;
  const isMany = notices.length > few;
  useEffect(() => {
    if (!isMany) setOpen(false);
  }, [isMany]);
  const shown = isMany && !open ? [] : notices;
  const [newest] = notices;

  return (
    <section ref={strip} aria-label="Error notices" className={styles.strip}>
      {failure !== undefined && (
        <div className={styles.failure}>
          <Failure text={DELETE_FAILED} error={failure} onDismiss={forgetFailure} />
        </div>
      )}
      {isMany && (
        <Button
          small
          icon={open ? ChevronUp : ChevronDown}
          aria-expanded={open}
          className={styles.many ?? ''}
          onClick={() => setOpen(!open)}
        >
          <TriangleAlert size={16} strokeWidth={1.5} aria-hidden className={styles.sign} />
          <span className={styles.summary}>
            {counted(notices.length, 'error notice')}
            {!open && newest && `, the newest: ${newest.details}`}
          </span>
        </Button>
      )}
      <ul className={styles.list} aria-live="polite" aria-relevant="additions">
        {shown.map((notice) => (
          <Notice key={notice.id} notice={notice} onDismiss={() => void dismiss(notice.id)} />
        ))}
      </ul>
    </section>
  );
}
