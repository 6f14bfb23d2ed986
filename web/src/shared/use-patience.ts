import { useEffect, useState } from 'react';

/** What a screen waits for, so that it moves nothing when it comes, it waits for so long. */
const PATIENCE_MS = 800;

/** Whether a screen that has just opened still waits; what it has waited for once it shows at once. */
export function usePatience(isMissing: boolean): boolean {
  const [isOver, setOver] = useState(!isMissing);
  useEffect(() => {
    const timer = setTimeout(() => setOver(true), PATIENCE_MS);
    return () => clearTimeout(timer);
  }, []);
  useEffect(() => {
    if (!isMissing) setOver(true);
  }, [isMissing]);
  return isMissing && !isOver;
}
