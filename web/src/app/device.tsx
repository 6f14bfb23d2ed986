import type { Home, Marks } from '@feusa/contracts/home';
import { folderTopic } from '@feusa/contracts/topics';
import { useEffect } from 'react';
import useSWR, { mutate } from 'swr';
import { get } from '../shared/api.js';
import { accessChanged } from '../shared/access-changed.js';
import { livePosition, subscribe, useConnection } from '../shared/live.js';
import { noteSeen, seenTo } from '../shared/offline/kept.js';
import { lookForVersion, registerWorker } from '../shared/offline/new-version.js';
import { onUnreached } from '../shared/offline/let-wait.js';
import { enqueue, flush, restore } from '../shared/offline/outbox.js';
import { keepStarred, showKept } from '../shared/offline/starred.js';
import { accessChanges, shownFrom } from '../shared/offline/status.js';
import { HOME, MARKS, readMissed } from '../shared/personal.js';
import { useStore } from '../shared/store.js';

const ignore = () => undefined;
/** A busy or ailing server is asked again. */
const AGAIN_MS = 15_000;
/** The screen comes first. */
const CALM_MS = 2000;

const isQuery = (key: unknown) => typeof key === 'string' && key.startsWith('/api/');

/** What this device keeps for its owner: what waits is sent, what is starred is fetched. */
export default function Device({ userId }: { readonly userId: string }) {
  const isOn = useConnection() === 'on';
  useEffect(() => {
    onUnreached(enqueue);
    void registerWorker();
    void restore().catch(ignore);
    void showKept().catch(ignore);
  }, []);
  useEffect(() => {
    if (!isOn) return;
    const wasKept = shownFrom.get() !== undefined;
    shownFrom.set(undefined);
    if (wasKept) void mutate(isQuery);
    const letBe = wasKept ? ignore : readMissed();
    const send = () => void flush().catch(ignore);
    send();
    lookForVersion();
    const timer = setInterval(send, AGAIN_MS);
    return () => {
      clearInterval(timer);
      letBe();
    };
  }, [isOn]);
  useAccess(isOn);
  useStarred(userId, isOn);
  return null;
}

/** Of what was hidden while this device was away nothing stays on it. */
function useAccess(isOn: boolean): void {
  useEffect(() => {
    if (!isOn) return;
    let isOver = false;
    let end = () => {};
    const begin = async () => {
      const seen = await seenTo();
      if (seen === undefined) return noteSeen(livePosition());
      // The server has folders read again where some may have been hidden or shown since.
      const listener = { change: () => {}, resync: () => void accessChanged().catch(ignore) };
      if (!isOver) end = subscribe(folderTopic(null), listener, seen);
    };
    void begin().catch(ignore);
    const timer = setInterval(() => {
      end();
      void noteSeen(livePosition()).catch(ignore);
    }, AGAIN_MS);
    return () => {
      isOver = true;
      clearInterval(timer);
      end();
    };
  }, [isOn]);
}

function useStarred(userId: string, isOn: boolean): void {
  const { data } = useSWR<Marks>(MARKS);
  const revision = useStore(accessChanges);
  const stars = data?.stars
    .filter(({ kind }) => kind === 'file')
    .map(({ id }) => id)
    .join(' ');
  useEffect(() => {
    if (!isOn || stars === undefined) return;
    const keep = async () => keepStarred(userId, await get<Home>(HOME));
    const timer = setTimeout(() => void keep().catch(ignore), CALM_MS);
    return () => clearTimeout(timer);
  }, [userId, isOn, stars, revision]);
}
