import { ChevronDown, ChevronUp, History, X } from 'lucide-react';
import { useState } from 'react';
import { useLocation } from 'wouter';
import { goTo, hasJustEntered } from '../../shared/past.js';
import { useSinceList } from '../../shared/since.js';
import { useSizeClass } from '../../shared/use-size.js';
import { Button, IconButton } from '../../shared/ui/button.js';
import { MomentControls } from './moment-controls.js';
import { MomentWords } from './moment-words.js';
import styles from './past.module.css';
import { SinceButton } from './since-button.js';
import { SinceList } from './since-list.js';
import { useMoment } from './use-moment.js';
import { useLeaveByEscape, useReadOnly } from './use-past-screen.js';
import { texts } from './texts.js';

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
            <IconButton icon={X} label={texts.backToNow} tip={false} onClick={leave} />
          </>
        ) : (
          <div className={styles.ways}>
            {since}
            <Button small tone="primary" icon={X} onClick={leave}>
              {texts.backToNow}
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
