import { ChevronDown, ChevronUp, History, X, ListTree } from 'lucide-react';
import { useState, useEffect } from 'react';
import { useLocation } from 'wouter';
import { goTo, hasJustEntered } from '../../shared/past.js';
import { useSinceList, type Since, sinceWords, type SinceKind } from '../../shared/since.js';
import { useSizeClass } from '../../shared/use-size.js';
import { Button, IconButton } from '../../shared/ui/button.js';
import { MomentControls } from './moment-controls.js';
import styles from './past.module.css';
import { useMoment, wordsOf, type Moment } from './use-moment.js';
import { texts } from './texts.js';
import { texts as shared } from '../../shared/texts.js';
import { refusalIn, setReadOnly } from '../../shared/api.js';
import { isDialogOpen, isTyping, useKeys, useShortcutHelp } from '../../shared/shortcuts.js';
import { formatNumber, secondOf, shortSecondOf } from '../../shared/format.js';

interface MomentWordsProps {
  readonly moment: Moment;
  readonly isPhone: boolean;
  /** With the event. */
  readonly isOpen: boolean;
}

/** Which moment is on view: its time, its position, and the event that made it so. */
function MomentWords({ moment, isPhone, isOpen }: MomentWordsProps) {
  const { position, head, event, error, reload } = moment;
  if (error && position === undefined)
    return <NoMoment isNone={refusalIn(error) !== undefined} onRetry={reload} />;
  const isThis = isOpen && event && Number(event.position) === position;
  return (
    <p className={styles.words} role="status">
      <strong>{position === 0 ? texts.asItWasBeforeAnything : asOfText(event?.at, isPhone)}</strong>
      <span className={styles.event}>
        {texts.atEvent(numberOf(position), numberOf(head))}
        {isThis ? ` – ${wordsOf(event)}` : ''}
      </span>
    </p>
  );
}

interface NoMomentProps {
  /** The address names none. */
  readonly isNone: boolean;
  readonly onRetry: () => void;
}

/** What stands in place of the moment where there is none, or it could not be read. */
const NoMoment = ({ isNone, onRetry }: NoMomentProps) => (
  <p className={`${styles.words} ${isNone ? '' : styles.notRead}`} role="alert">
    {isNone ? (
      <>
        <strong>{shared.momentUnknown}.</strong> {shared.noSuchMoment}
      </>
    ) : (
      <>
        <strong>{texts.momentNotRead}</strong>
        <Button small onClick={onRetry}>
          {shared.tryAgain}
        </Button>
      </>
    )}
  </p>
);

const numberOf = (n: number | undefined) => (n === undefined ? '…' : formatNumber(n));

function asOfText(at: string | undefined, isShort: boolean): string {
  const timeOf = isShort ? shortSecondOf : secondOf;
  return texts.asItWasOn(at ? timeOf(Date.parse(at)) : '…');
}

const SHOWN = 200;
const kinds: readonly SinceKind[] = ['removed', 'changed', 'added'];

/** What has become of this screen since the moment on view. */
function SinceList({ differences }: { readonly differences: readonly Since[] }) {
  return (
    <div className={styles.since} role="region" aria-label={texts.changesSince} tabIndex={0}>
      {kinds.map((kind) => {
        const own = differences.filter((each) => each.kind === kind);
        if (own.length === 0) return null;
        return (
          <div key={kind} className={styles.group}>
            <h2 className={styles.groupName} data-kind={kind}>
              {formatNumber(own.length)} {sinceWords[kind]}
            </h2>
            <ul>
              {own.slice(0, SHOWN).map(({ id, name, detail }) => (
                <li key={id}>
                  {name}
                  {detail && <span className={styles.detail}> {detail}</span>}
                </li>
              ))}
              {own.length > SHOWN && <li>{texts.andMore(formatNumber(own.length - SHOWN))}</li>}
            </ul>
          </div>
        );
      })}
    </div>
  );
}

interface SinceButtonProps {
  readonly differences: readonly Since[] | undefined;
  readonly listed: boolean;
  readonly onClick: () => void;
}

/** What has become of this screen since; says so where that is nothing. */
function SinceButton({ differences, listed, onClick }: SinceButtonProps) {
  if (!differences) return null;
  if (differences.length === 0) return <p className={styles.same}>{texts.noChangesSince}</p>;
  return (
    <Button small icon={ListTree} aria-expanded={listed} onClick={onClick}>
      {texts.changeSince(differences.length)}
    </Button>
  );
}

/** Nothing can be sent from the past, whatever a screen may have left on. */
function useReadOnly(): void {
  useEffect(() => {
    setReadOnly(true);
    return () => setReadOnly(false);
  }, []);
}

/** Unless something on top of the page is closed by it. */
function useLeaveByEscape(): void {
  useShortcutHelp([{ keys: 'Esc', does: texts.keysBack }]);
  useKeys((event) => {
    if (event.key !== 'Escape' || event.defaultPrevented || isTyping(event.target)) return;
    if (isDialogOpen() || document.querySelector('[role=menu]')) return;
    goTo('', { push: true });
  });
}

/** Screens that can be seen as they were. */
const hasPast = /^\/(dashboard|users|trash)/;

/**
 * On view while a moment of the past is: which one, the way to others and back, and what differs now. On
 * phones one line, and the rest on demand.
 */
export default function PastBar({ at }: { readonly at: string }) {
  const moment = useMoment(at);
  const isPhone = useSizeClass() === 0;
  const [open, setOpen] = useState(hasJustEntered);
  const [listed, setListed] = useState(false);
  const differences = useSinceList();
  const [path] = useLocation();
  useReadOnly();
  useLeaveByEscape();
  const isOpen = open || !isPhone;
  const leave = () => goTo('', { push: true });
  const since = (
    <SinceButton differences={differences} listed={listed} onClick={() => setListed(!listed)} />
  );
  return (
    <section className={styles.past} aria-label={texts.thePast}>
      <div className={styles.head}>
        <History size={20} strokeWidth={1.5} aria-hidden />
        <MomentWords moment={moment} isPhone={isPhone} isOpen={isOpen} />
        {isPhone ? (
          <>
            <IconButton
              icon={open ? ChevronUp : ChevronDown}
              label={texts.moveInTime}
              tip={false}
              aria-expanded={open}
              onClick={() => setOpen(!open)}
            />
            <IconButton icon={X} label={shared.backToNow} tip={false} onClick={leave} />
          </>
        ) : (
          <div className={styles.ways}>
            {since}
            <Button small tone="primary" icon={X} onClick={leave}>
              {shared.backToNow}
            </Button>
          </div>
        )}
      </div>
      {!hasPast.test(path) && <p className={styles.none}>{texts.thisPlaceHasNoPast}</p>}
      <div hidden={!isOpen}>
        <MomentControls moment={moment} />
        {isPhone && since}
      </div>
      {isOpen && listed && differences && differences.length > 0 && (
        <SinceList differences={differences} />
      )}
    </section>
  );
}
