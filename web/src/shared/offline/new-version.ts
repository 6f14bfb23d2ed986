import { createStore } from '../store.js';

/** A newer build that waits to be taken over, if there is one. */
export const newVersion = createStore<ServiceWorker | undefined>(undefined);

const LOOK_MS = 30 * 60_000;

/** Has the app open without a network, and looks for newer builds now and then. */
export async function registerWorker(): Promise<void> {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  const { serviceWorker } = navigator;
  const registration = await serviceWorker.register('/sw.js').catch(() => undefined);
  if (!registration) return;
  const look = () => {
    const { waiting } = registration;
    if (waiting && serviceWorker.controller) newVersion.set(waiting);
  };
  look();
  registration.addEventListener('updatefound', () => {
    registration.installing?.addEventListener('statechange', look);
  });
  setInterval(() => lookForVersion(), LOOK_MS);
}

/** A server that comes back may be a newer one. */
export function lookForVersion(): void {
  if (!('serviceWorker' in navigator)) return;
  void navigator.serviceWorker
    .getRegistration()
    .then((registration) => registration?.update())
    .catch(() => undefined);
}

/** Loads the page again with the newer build. */
export function takeNewVersion(): void {
  navigator.serviceWorker.addEventListener('controllerchange', () => location.reload(), {
    once: true,
  });
  newVersion.get()?.postMessage('take-over');
}
