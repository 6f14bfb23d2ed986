import type { DomainEvent } from '@feusa/contracts/events';

/** Ids of the reports and accounts that go with the person, and the streams of what will still name them. */
export interface ErasureFacts {
  readonly reports: readonly string[];
  readonly namedBy: readonly string[];
  readonly accounts?: readonly string[];
}

/** Says what goes with the person and what stays, where there is any of it. */
export const personErased = (facts?: ErasureFacts): DomainEvent<'PersonErased'> => ({
  type: 'PersonErased',
  data: {
    ...(facts && facts.reports.length > 0 && { reports: [...facts.reports] }),
    ...(facts && facts.namedBy.length > 0 && { namedBy: [...facts.namedBy] }),
    ...(facts?.accounts && facts.accounts.length > 0 && { accounts: [...facts.accounts] }),
  },
});
