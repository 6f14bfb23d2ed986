import { useState, type SyntheticEvent } from 'react';
import { goTo } from '../../shared/past.js';
import { Button } from '../../shared/ui/button.js';
import styles from './past.module.css';
import { positionAt } from './use-moment.js';
import { texts } from './texts.js';

/** Goes to a time of this place's clock. */
export function TimeField() {
  const [text, setText] = useState('');
  const [fault, setFault] = useState('');
  const go = async (event: SyntheticEvent) => {
    event.preventDefault();
    const time = new Date(text);
    if (Number.isNaN(time.getTime())) return setFault(texts.chooseADateAndA);
    setFault('');
    try {
      goTo(String(await positionAt(time.toISOString())), { push: true });
    } catch {
      setFault(texts.thatMomentCouldNotBe);
    }
  };
  return (
    <form className={styles.time} onSubmit={(event) => void go(event)}>
      <label>
        <span className="visually-hidden">{texts.dateAndTime}</span>
        <input
          type="datetime-local"
          step={1}
          value={text}
          aria-invalid={fault !== '' || undefined}
          aria-describedby={fault ? 'past-fault' : undefined}
          onChange={({ target }) => setText(target.value)}
        />
      </label>
      <Button small type="submit">
        {texts.go}
      </Button>
      {fault && (
        <span id="past-fault" role="alert" className={styles.fault}>
          {fault}
        </span>
      )}
    </form>
  );
}
