import type { DomainEvent } from '@feusa/contracts/events';

/** Ids of the reports that go with the person, and the streams of what will still name them. */
export interface ErasureFacts {
  readonly reports: readonly string[];
  readonly namedBy: readonly string[];
}

/** Says what goes with the person and what stays, where there is any of it. */
export const personErased = (told?: ErasureFacts): DomainEvent<'PersonErased'> => ({
  type: 'PersonErased',
  data: {
    ...(told && told.reports.length > 0 && { reports: [...told.reports] }),
    ...(told && told.namedBy.length > 0 && { namedBy: [...told.namedBy] }),
  },
});
