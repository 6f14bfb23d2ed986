import type { ErrorView } from '@feusa/contracts/errors';
import { TriangleAlert, ChevronDown, ChevronUp, X } from 'lucide-react';
import { useEffect, useRef, useState, type RefObject } from 'react';
import { createPortal } from 'react-dom';
import { formatNumber, whenText } from '../../shared/format.js';
import { toast } from '../../shared/toast-store.js';
import { Failure } from '../../shared/ui/banner.js';
import { Button, IconButton } from '../../shared/ui/button.js';
import { useNoticePlace } from '../../shared/ui/notice-place.js';
import { Notice, dismissLabel, DISMISS } from './notice.js';
import styles from './notices.module.css';
import { useNotices } from './use-notices.js';
import { texts } from './texts.js';

interface NoticeLineProps {
  readonly notice: ErrorView;
  readonly older: number;
  readonly toggle: { readonly 'aria-expanded': boolean; onClick(): void };
  readonly onDismiss: () => void;
}

/** The newest notice in the room beside the heading. */
function NoticeLine({ notice, older, toggle, onDismiss }: NoticeLineProps) {
  const { details, createdAt } = notice;
  const Chevron = toggle['aria-expanded'] ? ChevronUp : ChevronDown;
  return (
    <div className={styles.line}>
      <TriangleAlert size={17} strokeWidth={1.5} aria-hidden className={styles.sign} />
      <span className={styles.words} data-tip={details}>
        {details}
      </span>
      <time dateTime={createdAt} className={styles.time}>
        {whenText(Date.parse(createdAt))}
      </time>
      <Button small tone="quiet" icon={Chevron} className={styles.toggle ?? ''} {...toggle}>
        {older > 0 ? texts.olderErrorNotice(older) : texts.details}
      </Button>
      {!toggle['aria-expanded'] && (
        <IconButton icon={X} label={dismissLabel(notice)} tip={DISMISS} onClick={onDismiss} />
      )}
    </div>
  );
}

const DELETE_FAILED = texts.deleteFailed;

/** Stored errors at the top right: the newest in a line, all of them in a panel that one opens. */
export default function Notices() {
  const { notices, more, isRead, failure, dismiss, forgetFailure } = useNotices();
  const { at, element } = useNoticePlace();
  const [open, setOpen] = useState(false);
  const section = useRef<HTMLElement>(null);
  const [newest] = notices;
  const isOpen = (open && newest !== undefined) || failure !== undefined;
  const close = () => {
    setOpen(false);
    forgetFailure();
  };
  useClosing(section, isOpen, close);
  useEffect(() => {
    if (!newest) setOpen(false);
  }, [newest]);
  useDistantToast(isRead ? notices : undefined, at === 'bar', () => setOpen(true));
  if (!element) return null;

  const panel = isOpen && (
    <div className={styles.panel}>
      {failure !== undefined && (
        <Failure
          text={DELETE_FAILED}
          what={texts.theNoticeWasNotDismissed}
          error={failure}
          onDismiss={forgetFailure}
        />
      )}
      <ul className={styles.list}>
        {notices.map((notice) => (
          <Notice key={notice.id} notice={notice} onDismiss={() => void dismiss(notice.id)} />
        ))}
        <More of={more} />
      </ul>
    </div>
  );
  const toggle = { 'aria-expanded': isOpen, onClick: () => (isOpen ? close() : setOpen(true)) };
  return createPortal(
    <section ref={section} aria-label={texts.errorNotices} className={styles[at]}>
      {at === 'heading' && newest && (
        <NoticeLine
          notice={newest}
          older={notices.length - 1 + more}
          toggle={toggle}
          onDismiss={() => void dismiss(newest.id)}
        />
      )}
      {at === 'bar' && newest && <Count of={notices.length + more} toggle={toggle} />}
      <p role="status" className="visually-hidden">
        {newest && texts.errorNotice(newest.details)}
      </p>
      {panel}
    </section>,
    element,
  );
}

/** How many lie behind those that were read. */
const More = ({ of }: { readonly of: number }) =>
  of > 0 && <li className={styles.more}>{texts.olderOneNotShown(of)}</li>;

interface CountProps {
  readonly of: number;
  readonly toggle: { readonly 'aria-expanded': boolean; onClick(): void };
}

/** Where there is no room for a line. */
const Count = ({ of, toggle }: CountProps) => (
  <Button
    small
    tone="quiet"
    icon={TriangleAlert}
    className={styles.sum ?? ''}
    aria-label={texts.noticeCount(of)}
    {...toggle}
  >
    {formatNumber(of)}
  </Button>
);

/** Escape and a press elsewhere close what is open. */
function useClosing(section: RefObject<HTMLElement | null>, isOpen: boolean, close: () => void) {
  const run = useRef(close);
  run.current = close;
  useEffect(() => {
    if (!isOpen) return;
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented) return;
      run.current();
      section.current?.querySelector('button')?.focus();
    };
    const onPress = ({ target }: PointerEvent) => {
      if (target instanceof Node && !section.current?.contains(target)) run.current();
    };
    document.addEventListener('keydown', onKey);
    document.addEventListener('pointerdown', onPress);
    return () => {
      document.removeEventListener('keydown', onKey);
      document.removeEventListener('pointerdown', onPress);
    };
  }, [isOpen, section]);
}

const OUT_OF_SIGHT = 120;

/** Says what comes while its line is scrolled away, or is only a number in the bar. */
function useDistantToast(
  notices: readonly ErrorView[] | undefined,
  isNumber: boolean,
  show: () => void,
): void {
  const known = useRef<ReadonlySet<string>>(undefined);
  useEffect(() => {
    if (!notices) return;
    const before = known.current;
    known.current = new Set([...(before ?? []), ...notices.map(({ id }) => id)]);
    const fresh = before && notices.find(({ id }) => !before.has(id));
    if (!fresh || (scrollY < OUT_OF_SIGHT && !isNumber)) return;
    const run = () => {
      if (!isNumber) scrollTo({ top: 0 });
      show();
    };
    toast({
      tone: 'danger',
      text: texts.errorNotice(fresh.details),
      action: { label: texts.show, run },
    });
  }, [notices]);
}
