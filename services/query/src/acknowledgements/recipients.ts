import type { AcknowledgementRecipients } from '@feusa/contracts/acknowledgements';
import { IsNull } from 'typeorm';
import type { ReadModel, Source } from '../read-model/read-model.js';

/** Says who is in groups; they are read once. */
export async function membersIn(
  { database }: Pick<ReadModel, 'database'>,
  { past }: Pick<Source, 'past'>,
): Promise<ReadonlyMap<string, readonly string[]>> {
  const rows = past
    ? await past.allGroups()
    : await database.repository('groups').findBy({ removedAt: IsNull() });
  return new Map(rows.map(({ id, members }) => [id, members]));
}

/** The ids of who is asked; undefined for everybody. */
export function askedOf(
  from: AcknowledgementRecipients,
  groups: ReadonlyMap<string, readonly string[]>,
): ReadonlySet<string> | undefined {
  if ('everyone' in from) return undefined;
  const members = (from.groups ?? []).flatMap((id) => groups.get(id) ?? []);
  return new Set([...(from.users ?? []), ...members]);
}
