/** What is the newest event of who has no account, as long as they are not erased. */
export type LeavesNoAccount = 'UserInvited' | 'InvitationWithdrawn' | 'UserRemoved';

const LEAVES_NO_ACCOUNT = `type in ('UserInvited', 'InvitationWithdrawn', 'UserRemoved')`;

/** Lets the log be asked who was invited or removed, without reading everybody's account. */
export const absentIndex = `create index events_absent on log.events (type, at) where ${LEAVES_NO_ACCOUNT};`;

// A scalar subquery is looked up for each row; `not exists` may become a join that reads the whole log.
export const READ_ABSENT = `select bytes from log.events e
  where ${LEAVES_NO_ACCOUNT} and type = any($1) and at > $2
  and (select next.version from log.events next
    where next.stream = e.stream and next.version = e.version + 1) is null
  order by position`;
