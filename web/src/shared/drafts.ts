import { useEffect, useEffectEvent, useState } from 'react';

/** What somebody was typing when their session ended, for as long as this page is open. */
interface Draft {
  /** Which form it is, and of what. */
  readonly form: string;
  readonly values: unknown;
}

const open = new Map<string, () => unknown>();
let kept: { readonly userId: string; readonly drafts: readonly Draft[] } | undefined;
let current: string | undefined;
let ended = false;

/** The session has ended elsewhere: forms are kept for when the same person is back. */
export function keepDrafts(userId: string): void {
  // Several hear of it, the later ones when the forms are gone.
  if (ended) return;
  ended = true;
  const drafts = [...open].map(([form, values]) => ({ form, values: values() }));
  kept = { userId, drafts: drafts.filter(({ values }) => values !== undefined) };
}

/** Somebody has signed in; another person finds nothing of it. */
export function draftsFor(userId: string): void {
  current = userId;
  ended = false;
  if (kept?.userId !== userId) kept = undefined;
}

export const hasEnded = (): boolean => ended;

export function forgetDrafts(): void {
  kept = undefined;
  ended = false;
}

/** What was typed into a form before. */
export const draftOf = <T>(form: string): T | undefined =>
  kept !== undefined && kept.userId === current
    ? (kept.drafts.find((draft) => draft.form === form)?.values as T | undefined)
    : undefined;

/** The state of a form: what was chosen before, or what it begins with, which is kept nowhere. */
export function useDraftState<T>(form: string, begun: T) {
  const [first] = useState(begun);
  const [value, set] = useState(() => draftOf<T>(form) ?? first);
  useDraft(form, () => (value === first ? undefined : value));
  return [value, set] as const;
}

/** Has a form's values kept where the session ends; undefined where nobody has typed anything. */
export function useDraft(form: string, values: () => unknown): void {
  const now = useEffectEvent(values);
  useEffect(() => {
    // Where it is shown again it has been taken.
    const timer = setTimeout(() => {
      if (kept) kept = { ...kept, drafts: kept.drafts.filter((draft) => draft.form !== form) };
    });
    open.set(form, () => now());
    return () => {
      clearTimeout(timer);
      open.delete(form);
    };
  }, [form]);
}
