import { LOG_TOPIC } from '@feusa/contracts/topics';
import { useEffect, useRef } from 'react';
import { wrote } from './api.js';
import { useLive, type Change } from './live.js';

const SETTLED_MS = 500;

/**
 * Reads again soon after anything was written to the log: for what administrators and auditors look at and no
 * topic of its own tells.
 */
export function useLogGrowth(isOn: boolean, read: () => void): void {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const later = () => {
    timer.current ??= setTimeout(() => {
      timer.current = undefined;
      read();
    }, SETTLED_MS);
  };
  const change = ({ position }: Change) => {
    wrote(position);
    later();
  };
  useLive(isOn ? LOG_TOPIC : null, change, later);
  useEffect(
    () => () => {
      clearTimeout(timer.current);
      timer.current = undefined;
    },
    [],
  );
}
