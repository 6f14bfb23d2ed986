import type { ErrorView } from '@feusa/contracts/errors';
import { ChevronDown, ChevronUp, TriangleAlert } from 'lucide-react';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { counted } from '../../shared/format.js';
import { toast } from '../../shared/toast-store.js';
import { Button } from '../../shared/ui/button.js';
import { Failure } from '../../shared/ui/banner.js';
import { useSizeClass } from '../../shared/use-size.js';
import { Notice } from './notice.js';
import styles from './notices.module.css';
import { useNotices } from './use-notices.js';

const DELETE_FAILED = 'An error occured when deleting the error. Please try again.';

/** Where the strip stands beside the heading, and scrolls away with it. */
const BESIDE = '(min-width: 1024px)';

/** What stands under this strip begins below it while it sticks to the top. */
function useOwnHeight() {
  const strip = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    const root = document.documentElement;
    const tell = () => {
      const own = strip.current;
      const sticks = own && getComputedStyle(own).position === 'sticky';
      root.style.setProperty('--notices', `${sticks ? own.offsetHeight : 0}px`);
    };
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

/** Stored errors at the top right, beside the heading where there is room: they cover nothing. */
export default function Notices() {
  const { notices, failure, dismiss, forgetFailure } = useNotices();
  const [open, setOpen] = useState(false);
  const strip = useOwnHeight();
  const few = useSizeClass() === 1 ? 3 : 1;
  const [newest, older] = [notices.slice(0, few), notices.slice(few)];
  const isMany = older.length > 0;
  useEffect(() => {
    if (!isMany) setOpen(false);
  }, [isMany]);
  const itemOf = (notice: ErrorView) => (
    <Notice key={notice.id} notice={notice} onDismiss={() => void dismiss(notice.id)} />
  );
  useTellFromAfar(notices);

  return (
    <section ref={strip} aria-label="Error notices" className={styles.strip}>
      {failure !== undefined && (
        <div className={styles.failure}>
          <Failure text={DELETE_FAILED} error={failure} onDismiss={forgetFailure} />
        </div>
      )}
      <ul className={styles.list} aria-live="polite" aria-relevant="additions">
        {newest.map(itemOf)}
      </ul>
      {isMany && (
        <Button
          small
          icon={open ? ChevronUp : ChevronDown}
          aria-expanded={open}
          className={styles.many ?? ''}
          onClick={() => setOpen(!open)}
        >
          <TriangleAlert size={16} strokeWidth={1.5} aria-hidden className={styles.sign} />
          <span className={styles.summary}>{counted(older.length, 'older error notice')}</span>
        </Button>
      )}
      {open && (
        <ul className={styles.list} data-opened>
          {older.map(itemOf)}
        </ul>
      )}
    </section>
  );
}

const OUT_OF_SIGHT = 120;

/** Says what comes while the heading, with the notices, is scrolled away. */
function useTellFromAfar(notices: readonly ErrorView[]): void {
  const known = useRef<ReadonlySet<string>>(undefined);
  useEffect(() => {
    const before = known.current;
    known.current = new Set(notices.map(({ id }) => id));
    const fresh = before && notices.find(({ id }) => !before.has(id));
    if (!fresh || scrollY < OUT_OF_SIGHT || !matchMedia(BESIDE).matches) return;
    const show = { label: 'Show', run: () => scrollTo({ top: 0 }) };
    toast({ tone: 'danger', text: `Error notice: ${fresh.details}`, action: show });
  }, [notices]);
}
