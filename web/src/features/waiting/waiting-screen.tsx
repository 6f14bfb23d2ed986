import { useEffect, useState } from 'react';
import { useConnection } from '../../shared/live.js';
import { type StoredWaiting, deviceStorage } from '../../shared/offline/db.js';
import { allWaiting, discard, flush } from '../../shared/offline/outbox.js';
import { waitingCounts } from '../../shared/offline/status.js';
import { useStore } from '../../shared/store.js';
import { Button } from '../../shared/ui/button.js';
import { Page, PageHeader } from '../../shared/ui/page.js';
import { EmptyState } from '../../shared/ui/states.js';
import { texts } from './texts.js';
import { WaitingRow } from './waiting-row.js';
import styles from './waiting.module.css';

/** What things are called, as far as this device knows. */
async function knownNames(): Promise<ReadonlyMap<string, string>> {
  const names = new Map<string, string>();
  const walk = (value: unknown): void => {
    if (Array.isArray(value)) return value.forEach(walk);
    if (typeof value !== 'object' || value === null) return;
    const { id, name, firstName, lastName } = value as Record<string, string>;
    if (id && (name ?? firstName)) names.set(id, name ?? `${firstName} ${lastName}`);
    Object.values(value).forEach(walk);
  };
  for (const { data } of await (await deviceStorage()).getAll('answers')) walk(data);
  return names;
}

interface Loaded {
  readonly items: readonly StoredWaiting[];
  readonly names: ReadonlyMap<string, string>;
}

/** Read anew as often as something changes, in whatever tab. */
function useItems(): Loaded | undefined {
  const counts = useStore(waitingCounts);
  const [loaded, setLoaded] = useState<Loaded>();
  useEffect(() => {
    let isOld = false;
    const read = async () => ({ items: await allWaiting(), names: await knownNames() });
    void read()
      .catch(() => ({ items: [], names: new Map<string, string>() }))
      .then((now) => isOld || setLoaded(now));
    return () => void (isOld = true);
  }, [counts]);
  return loaded;
}

/** What was changed without a connection, and what became of it. */
export default function WaitingScreen() {
  const loaded = useItems();
  const isOn = useConnection() === 'on';
  if (!loaded) return <Page title={texts.title}>{null}</Page>;
  const { items, names } = loaded;
  const sent = items.filter(({ state }) => state === 'done');
  const canSend = isOn && items.some(({ state }) => state === 'waiting');
  return (
    <Page title={texts.title} narrow>
      <PageHeader title={texts.title} note={texts.note}>
        {canSend && <Button onClick={() => void flush()}>{texts.sendNow}</Button>}
        {sent.length > 0 && (
          <Button tone="quiet" onClick={() => void discard(sent)}>
            {texts.clearSent}
          </Button>
        )}
      </PageHeader>
      {items.length === 0 ? (
        <EmptyState title={texts.nothing}>{texts.nothingHint}</EmptyState>
      ) : (
        <ul className={styles.list} aria-label={texts.list}>
          {items.map((item) => (
            <WaitingRow key={item.order} item={item} names={names} />
          ))}
        </ul>
      )}
    </Page>
  );
}
