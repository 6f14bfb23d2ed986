import { useCallback, useEffect, useEffectEvent } from 'react';

/**
 * Keeps what is typed into a form while its tab is loaded anew, and no longer than the form is shown.
 * Answers how to take what was kept before; without a name nothing is.
 */
export function useReloadDraft<T>(
  name: string | undefined,
  values: () => unknown,
): () => T | undefined {
  const key = name && `draft ${name}`;
  const now = useEffectEvent(values);
  useEffect(() => {
    if (!key) return;
    const keep = () => {
      const typed = now();
      if (typed === undefined) sessionStorage.removeItem(key);
      else sessionStorage.setItem(key, JSON.stringify(typed));
    };
    addEventListener('pagehide', keep);
    // A phone may end a page in the background without a further word.
    document.addEventListener('visibilitychange', keep);
    return () => {
      removeEventListener('pagehide', keep);
      document.removeEventListener('visibilitychange', keep);
      sessionStorage.removeItem(key);
    };
  }, [key]);
  return useCallback(() => {
    const kept = key && sessionStorage.getItem(key);
    return kept ? (JSON.parse(kept) as T) : undefined;
  }, [key]);
}
