import type { AcknowledgementRecipients } from '@feusa/contracts/acknowledgements';
import type { ReadModel, Source } from '../read-model/read-model.js';

/** The ids of who is asked; undefined for everybody. */
export async function askedOf(
  from: AcknowledgementRecipients,
  { database }: Pick<ReadModel, 'database'>,
  { past }: Pick<Source, 'past'>,
): Promise<ReadonlySet<string> | undefined> {
  if ('everyone' in from) return undefined;
  const { users = [], groups = [] } = from;
  if (groups.length === 0) return new Set(users);
  const rows = await (past ? past.allGroups() : database.find('groups', groups));
  const there = rows.filter(({ id, removedAt }) => removedAt === null && groups.includes(id));
  return new Set([...users, ...there.flatMap(({ members }) => members)]);
}
