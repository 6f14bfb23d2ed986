import { CloudOff, RefreshCw, Send } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Link } from 'wouter';
import { whenText } from '../shared/format.js';
import { useConnection } from '../shared/live.js';
import { newVersion, takeNewVersion } from '../shared/offline/new-version.js';
import { shownFrom, waitingCounts } from '../shared/offline/status.js';
import { useStore } from '../shared/store.js';
import { Button } from '../shared/ui/button.js';
import styles from './shell.module.css';
import { texts } from './texts.js';

/** Since when there is no connection; waits a moment, so that a short reconnect shows nothing. */
function useOfflineSince(): number | undefined {
  const connection = useConnection();
  const [since, setSince] = useState<number>();
  useEffect(() => {
    if (connection !== 'off') return setSince(undefined);
    const now = Date.now();
    const timer = setTimeout(() => setSince(now), 1500);
    return () => clearTimeout(timer);
  }, [connection]);
  return since;
}

const icon = { size: 17, strokeWidth: 1.5, 'aria-hidden': true } as const;

/** What the person has to know of the connection, of changes that wait, and of a newer build. */
export function OfflineBar() {
  const since = useOfflineSince();
  const shown = useStore(shownFrom);
  const isCrowded = useConnection() === 'crowded';
  return (
    <div role="status">
      {since !== undefined && (
        <p className={styles.offline}>
          <CloudOff {...icon} />
          <span>{texts.offline(whenText(shown ?? since))}</span>
        </p>
      )}
      {isCrowded && (
        <p className={styles.offline}>
          <CloudOff {...icon} />
          {texts.crowded}
        </p>
      )}
      <WaitingLine />
      <VersionLine />
    </div>
  );
}

function WaitingLine() {
  const { waiting, failed } = useStore(waitingCounts);
  if (waiting + failed === 0) return null;
  const words = [
    waiting > 0 && texts.changesWait(waiting),
    failed > 0 && texts.changesFailed(failed),
  ].filter(Boolean);
  return (
    <p className={styles.offline}>
      <Send {...icon} />
      <Link href="/waiting">{words.join(', ')}</Link>
    </p>
  );
}

function VersionLine() {
  const isNew = useStore(newVersion) !== undefined;
  if (!isNew) return null;
  return (
    <p className={styles.version}>
      <RefreshCw {...icon} />
      {texts.newVersion}
      <Button small tone="quiet" onClick={takeNewVersion}>
        {texts.loadIt}
      </Button>
    </p>
  );
}
