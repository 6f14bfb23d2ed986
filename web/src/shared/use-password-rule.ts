import type { SessionRules } from '@feusa/contracts/users';
import useSWR from 'swr';
import { texts } from './texts.js';

/** What a new password needs, with the number that the server goes by as soon as that is known. */
export function usePasswordRule(): string {
  const { data } = useSWR<SessionRules>('/api/session/rules');
  const length = data ? texts.atLeastHard(data.passwordMin) : texts.hard;
  return texts.passwordRule(length);
}
