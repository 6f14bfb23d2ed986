import { createStore, useStore } from './store.js';

const AGAIN_MS = 1000;
const count = createStore(0);

/** Uploads that the virus scanner looks at: what would use them is asked for again until it has. */
export const checks = {
  async during<T>(again: () => Promise<T>): Promise<T> {
    count.set(count.get() + 1);
    try {
      await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
      return await again();
    } finally {
      count.set(count.get() - 1);
    }
  },
};

export const useIsChecking = (): boolean => useStore(count) > 0;
