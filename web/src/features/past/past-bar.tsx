import {
  ChevronDown,
  ChevronLeft,
  ChevronRight,
  ChevronUp,
  History,
  ListTree,
  Pause,
  Play,
  X,
} from 'lucide-react';
import { useEffect, useEffectEvent, useState } from 'react';
import { useLocation } from 'wouter';
import { setReadOnly } from '../../shared/api.js';
import { secondOf, shortSecondOf } from '../../shared/format.js';
import { goTo, hasJustEntered } from '../../shared/past.js';
import { isTyping, useShortcutHelp, useSingleKey } from '../../shared/shortcuts.js';
import { useSinceList, type Since } from '../../shared/since.js';
import { useSizeClass } from '../../shared/use-size.js';
import { Button, IconButton } from '../../shared/ui/button.js';
import { SinceList } from './since-list.js';
import styles from './past.module.css';
import { TimeField } from './time-field.js';
import { useMoment, wordsOf, type Moment } from './use-moment.js';

/** Screens that can be seen as they were. */
const hasPast = /^\/(dashboard|users|trash)/;
const PLAY_MS = 900;
const DRAG_MS = 120;

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
    <section className={styles.past} aria-label="The past">
      <div className={styles.head}>
        <History size={20} strokeWidth={1.5} aria-hidden />
        <Words moment={moment} isPhone={isPhone} isOpen={isOpen} />
        {isPhone ? (
          <>
            <IconButton
              icon={open ? ChevronUp : ChevronDown}
              label="Move in time"
              tip={false}
              aria-expanded={open}
              onClick={() => setOpen(!open)}
            />
            <IconButton icon={X} label="Back to now" tip={false} onClick={leave} />
          </>
        ) : (
          <div className={styles.ways}>
            {since}
            <Button small tone="primary" icon={X} onClick={leave}>
              Back to now
            </Button>
          </div>
        )}
      </div>
      {!hasPast.test(path) && <p className={styles.none}>This place has no past: it shows now.</p>}
      <div hidden={!isOpen}>
        <Controls moment={moment} />
        {isPhone && since}
      </div>
      {isOpen && listed && differences && differences.length > 0 && (
        <SinceList differences={differences} />
      )}
    </section>
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
  if (differences.length === 0)
    return <p className={styles.same}>Nothing on this screen differs from now</p>;
  return (
    <Button small icon={ListTree} aria-expanded={listed} onClick={onClick}>
      Since then ({differences.length.toLocaleString('en')})
    </Button>
  );
}

interface WordsProps {
  readonly moment: Moment;
  readonly isPhone: boolean;
  /** With the event. */
  readonly isOpen: boolean;
}

function Words({ moment, isPhone, isOpen }: WordsProps) {
  const { position, head, event, error } = moment;
  if (error && position === undefined)
    return (
      <p className={styles.words} role="alert">
        <strong>This moment is not known.</strong> The address names no position and no time.
      </p>
    );
  const isThis = isOpen && event && Number(event.position) === position;
  return (
    <p className={styles.words} role="status">
      <strong>
        {position === 0 ? 'As it was before anything happened' : asOfText(event?.at, isPhone)}
      </strong>
      <span className={styles.event}>
        event {position?.toLocaleString('en') ?? '…'} of {head?.toLocaleString('en') ?? '…'}
        {isThis ? ` – ${wordsOf(event)}` : ''}
      </span>
    </p>
  );
}

function asOfText(at: string | undefined, isShort: boolean): string {
  const timeOf = isShort ? shortSecondOf : secondOf;
  return `As it was on ${at ? timeOf(Date.parse(at)) : '…'}`;
}

function Controls({ moment }: { readonly moment: Moment }) {
  const { position = 0, head = 0 } = moment;
  const isKnown = moment.position !== undefined && moment.head !== undefined;
  const [dragged, setDragged] = useState<number>();
  const [playing, setPlaying] = useState(false);
  const step = (by: number) => {
    if (isKnown) goTo(String(Math.min(head, Math.max(0, position + by))));
  };
  const next = useEffectEvent(() => (position < head ? step(1) : setPlaying(false)));
  useSingleKey('[', 'In the past: to the event before', () => step(-1));
  useSingleKey(']', 'In the past: to the next event', () => step(1));
  useEffect(() => {
    if (!playing) return;
    const timer = setInterval(() => next(), PLAY_MS);
    return () => clearInterval(timer);
  }, [playing]);
  useEffect(() => {
    if (dragged === undefined) return;
    const timer = setTimeout(() => goTo(String(dragged)), DRAG_MS);
    return () => clearTimeout(timer);
  }, [dragged]);
  useEffect(() => setDragged(undefined), [position]);
  return (
    <div className={styles.controls}>
      <IconButton
        icon={ChevronLeft}
        label="Event before"
        disabled={!isKnown || position <= 0}
        onClick={() => step(-1)}
      />
      <input
        type="range"
        className={styles.slider}
        aria-label="Moment"
        aria-valuetext={`Event ${dragged ?? position} of ${head}`}
        min={0}
        max={head}
        disabled={!isKnown}
        value={dragged ?? position}
        onChange={({ target }) => setDragged(Number(target.value))}
      />
      <IconButton
        icon={ChevronRight}
        label="Next event"
        disabled={!isKnown || position >= head}
        onClick={() => step(1)}
      />
      <IconButton
        icon={playing ? Pause : Play}
        label={playing ? 'Stop playing' : 'Play from here'}
        disabled={!playing && position >= head}
        onClick={() => setPlaying(!playing)}
      />
      <TimeField />
    </div>
  );
}

/** Nothing can be sent from the past, whatever a screen may have left on. */
function useReadOnly(): void {
  useEffect(() => {
    setReadOnly(true);
    return () => setReadOnly(false);
  }, []);
}

function useLeaveByEscape(): void {
  useShortcutHelp([{ keys: 'Esc', does: 'In the past: back to now' }]);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented || isTyping(event.target)) return;
      if (document.querySelector('[role=dialog], [role=alertdialog], [role=menu]')) return;
      goTo('', { push: true });
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
}
