import type { SessionRules } from '@feusa/contracts/users';
import useSWR from 'swr';

/** What a new password needs, with the number that the server goes by as soon as that is known. */
export function usePasswordRule(): string {
  const { data } = useSWR<SessionRules>('/api/session/rules');
  const length = data ? `At least ${data.passwordMin} characters, hard` : 'Hard';
  return `${length} to guess: no common word, no pattern, not the e-mail address.`;
}
