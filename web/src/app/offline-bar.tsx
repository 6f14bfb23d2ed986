import { CloudOff } from 'lucide-react';
import { useEffect, useState } from 'react';
import { reconnect, useConnection } from '../shared/live.js';
import styles from './shell.module.css';
import { texts } from './texts.js';

/** Waits a moment, so that a short reconnect shows nothing. */
function useOffline(): boolean {
  const connection = useConnection();
  const [late, setLate] = useState(false);
  useEffect(() => {
    if (connection !== 'off') return setLate(false);
    const timer = setTimeout(() => setLate(true), 1500);
    return () => clearTimeout(timer);
  }, [connection]);
  useEffect(() => {
    addEventListener('online', reconnect);
    return () => removeEventListener('online', reconnect);
  }, []);
  return late;
}

export function OfflineBar() {
  const offline = useOffline();
  const isCrowded = useConnection() === 'crowded';
  return (
    <div role="status">
      {offline && (
        <p className={styles.offline}>
          <CloudOff size={17} strokeWidth={1.5} aria-hidden />
          {texts.offline}
        </p>
      )}
      {isCrowded && (
        <p className={styles.offline}>
          <CloudOff size={17} strokeWidth={1.5} aria-hidden />
          {texts.crowded}
        </p>
      )}
    </div>
  );
}
