import { useState } from 'react';
import { WindowButton } from '../ui/button.js';
import { LinkLike } from '../ui/link-like.js';
import { startHere, startInOwnWindow, useConfirmedElsewhere } from './own-window.js';
import styles from './step-up.module.css';
import { texts } from './texts.js';

interface StepUpBySsoProps {
  readonly onConfirmed: () => void;
}

/** In a window of its own, so that what is open here stays as it is. */
export function StepUpBySso({ onConfirmed }: StepUpBySsoProps) {
  const [isAway, setAway] = useState(false);
  useConfirmedElsewhere(onConfirmed);
  return (
    <div className={styles.sso}>
      <WindowButton autoFocus href={startInOwnWindow()} onOpen={() => setAway(true)}>
        {texts.bySso}
      </WindowButton>
      <p role="status">{isAway ? texts.bySsoAway : texts.bySsoMeans}</p>
      {isAway && (
        <p>
          {texts.noWindow}
          <LinkLike onClick={() => location.assign(startHere())}>{texts.here}</LinkLike>
          {texts.hereMeans}
        </p>
      )}
    </div>
  );
}
