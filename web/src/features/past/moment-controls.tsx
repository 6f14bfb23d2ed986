import { ChevronLeft, ChevronRight, Pause, Play } from 'lucide-react';
import { useEffect, useEffectEvent, useState } from 'react';
import { goTo } from '../../shared/past.js';
import { useSingleKey } from '../../shared/shortcuts.js';
import { IconButton } from '../../shared/ui/button.js';
import styles from './past.module.css';
import { TimeField } from './time-field.js';
import type { Moment } from './use-moment.js';
import { texts } from './texts.js';

const PLAY_MS = 900;
const DRAG_MS = 120;

/** The ways to other moments: event by event, by the slider, by playing on, by time. */
export function MomentControls({ moment }: { readonly moment: Moment }) {
  const { position = 0, head = 0 } = moment;
  const isKnown = moment.position !== undefined && moment.head !== undefined;
  const [dragged, setDragged] = useState<number>();
  const [playing, setPlaying] = useState(false);
  const step = (by: number) => {
    if (isKnown) goTo(String(Math.min(head, Math.max(0, position + by))));
  };
  const next = useEffectEvent(() => (position < head ? step(1) : setPlaying(false)));
  useSingleKey('[', texts.keysBefore, () => step(-1));
  useSingleKey(']', texts.keysNext, () => step(1));
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
        label={texts.eventBefore}
        disabled={!isKnown || position <= 0}
        onClick={() => step(-1)}
      />
      <input
        type="range"
        className={styles.slider}
        aria-label={texts.moment}
        aria-valuetext={texts.eventOf(dragged ?? position, head)}
        min={0}
        max={head}
        disabled={!isKnown}
        value={dragged ?? position}
        onChange={({ target }) => setDragged(Number(target.value))}
      />
      <IconButton
        icon={ChevronRight}
        label={texts.nextEvent}
        disabled={!isKnown || position >= head}
        onClick={() => step(1)}
      />
      <IconButton
        icon={playing ? Pause : Play}
        label={playing ? texts.stopPlaying : texts.playFromHere}
        disabled={!playing && (!isKnown || position >= head)}
        onClick={() => setPlaying(!playing)}
      />
      <TimeField />
    </div>
  );
}
