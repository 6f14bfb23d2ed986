import type { SessionRules } from '@feusa/contracts/users';
import useSWR from 'swr';
import { texts } from './texts.js';

export const PASSWORD_RULES = '/api/session/rules';

/** What a new password needs, with the number that the server goes by as soon as that is known. */
export function usePasswordRule(): string {
  const { data } = useSWR<SessionRules>(PASSWORD_RULES);
  const length = data ? texts.atLeastHard(data.passwordMin) : texts.hard;
  return texts.passwordRule(length);
}
