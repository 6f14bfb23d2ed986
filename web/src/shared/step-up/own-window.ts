import { useEffect, useEffectEvent } from 'react';

const CHANNEL = 'feusa.step-up';
const QUERY = 'window';

/** Where single sign-on leads a window to that was opened to confirm something in another one. */
export const OWN_WINDOW = `/sso?${QUERY}`;

export const isOwnWindow = (query: URLSearchParams): boolean => query.has(QUERY);

const startOf = (to: string): string =>
  `/api/sso/start?${new URLSearchParams({ for: 'step-up', to }).toString()}`;

export const startInOwnWindow = (): string => startOf(OWN_WINDOW);
export const startHere = (): string => startOf(location.pathname + location.search + location.hash);

/** Whether the person has proved lately who they are; asked in silence. */
export const isSteppedUp = (): Promise<boolean> =>
  fetch('/api/step-up').then(
    ({ ok }) => ok,
    () => false,
  );

/** For the window that waits. Where its browser parts the two, it looks when the person is back. */
export function notifyOtherWindows(): void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.postMessage('confirmed');
  channel.close();
}

/** Calls once the person has proved in another window who they are. */
export function useConfirmedElsewhere(onConfirmed: () => void): void {
  const confirmed = useEffectEvent(onConfirmed);
  useEffect(() => {
    const gone = new AbortController();
    const look = async () => {
      const isDone = await isSteppedUp();
      if (isDone && !gone.signal.aborted) confirmed();
    };
    const channel = new BroadcastChannel(CHANNEL);
    for (const [target, name] of [
      [channel, 'message'],
      [window, 'focus'],
      [document, 'visibilitychange'],
    ] as const)
      target.addEventListener(name, () => void look(), gone);
    return () => {
      gone.abort();
      channel.close();
    };
  }, []);
}
