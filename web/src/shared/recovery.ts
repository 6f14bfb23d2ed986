import { lazy, useEffect, useEffectEvent, useRef, type ComponentType } from 'react';
import { isOffline } from './api.js';
import { useConnection } from './live.js';

const EVERY_MS = 4000;

/** While what is shown is that the server was not reached: tries again by itself, at once when it is back. */
export function useRecovery(error: unknown, retry: (() => void) | undefined): void {
  const isWaiting = isOffline(error) && retry !== undefined;
  const isBack = useConnection() === 'on';
  const wasBack = useRef(isBack);
  const again = useEffectEvent(() => retry?.());
  useEffect(() => {
    const isNew = isBack && !wasBack.current;
    wasBack.current = isBack;
    if (!isWaiting) return;
    const run = () => again();
    // With a connection all along, it is something behind the server that is away: asking at once would never end.
    if (isNew) run();
    const timer = setInterval(run, EVERY_MS);
    addEventListener('online', run);
    return () => {
      clearInterval(timer);
      removeEventListener('online', run);
    };
  }, [isWaiting, isBack]);
}

/** Until the browser says that it is on line, or a while has gone by. */
const moment = () =>
  new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, EVERY_MS);
    addEventListener(
      'online',
      () => {
        clearTimeout(timer);
        resolve();
      },
      { once: true },
    );
  });

const isServerThere = () =>
  fetch('/favicon.svg', { cache: 'no-store' }).then(
    () => true,
    () => false,
  );

/** Loads a part of the program; without a connection it waits for that. @throws where the server has no such part */
async function untilThere<T>(load: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await load();
    } catch {
      if (await isServerThere()) return load();
      await moment();
    }
  }
}

/** A screen that is loaded when it is first wanted, however long there is no connection. */
export const lazyScreen = <P extends object>(load: () => Promise<{ default: ComponentType<P> }>) =>
  lazy(() => untilThere(load));
