import type { AccessPage, AccessView } from '@feusa/contracts/access-log';
import { listBounds } from '@feusa/contracts/bounds';
import { Id } from '@feusa/contracts/text';
import { AUDIT_TRAIL, type AuditTrail } from '@feusa/event-log/audit-trail/port';
import {
  ACCESS_LOG,
  type AccessEntry,
  type AccessFilter,
  type AccessLog,
} from '@feusa/transparency/access-log/port';
import { Inject } from '@nestjs/common';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import type { AccessQuery } from './query-params.js';

const MOST_PEOPLE = listBounds.people.value;

/** A page of the access log, the newest first. */
export class ListAccess extends Query<AccessPage> {
  constructor(readonly params: AccessQuery) {
    super();
  }
}

@QueryHandler(ListAccess)
export class ListAccessHandler implements IQueryHandler<ListAccess> {
  constructor(
    @Inject(ACCESS_LOG) private readonly accessLog: Pick<AccessLog, 'find' | 'keptDays'>,
    @Inject(AUDIT_TRAIL) private readonly trail: Pick<AuditTrail, 'names' | 'people'>,
  ) {}

  async execute({ params }: ListAccess): Promise<AccessPage> {
    const { user, file, kind, from, to, cursor: before, limit } = params;
    const filter: AccessFilter = {
      ...{ file, kind, from, to },
      users: user === undefined ? undefined : await this.idsOf(user),
    };
    const found = await this.accessLog.find(filter, { before, limit: limit + 1 });
    const page = found.slice(0, limit);
    const next = found.length > limit ? (page.at(-1)?.position ?? null) : null;
    const names = await this.trail.names([...new Set(page.flatMap(streamsIn))]);
    const { keptDays } = this.accessLog;
    return { entries: page.map((entry) => viewOf(entry, names)), next, keptDays };
  }

  private async idsOf(user: string): Promise<readonly string[]> {
    const id = Id.safeParse(user).data;
    return id === undefined ? this.trail.people(user, MOST_PEOPLE) : [id];
  }
}

const userStream = (id: string) => `user-${id}`;
const fileStream = (id: string) => `file-${id}`;

const streamsIn = ({ user, files, about, folder }: AccessEntry): string[] => [
  ...(user ? [userStream(user)] : []),
  ...(about ? [about] : []),
  ...(folder ? [`folder-${folder}`] : []),
  ...files.map(fileStream),
];

function viewOf(entry: AccessEntry, names: ReadonlyMap<string, string>): AccessView {
  const { user, files, about, folder } = entry;
  const nameOf = (stream: string | null) => (stream ? (names.get(stream) ?? null) : null);
  return {
    ...entry,
    email: nameOf(user && userStream(user)),
    fileNames: files.map((id) => nameOf(fileStream(id))),
    aboutName: nameOf(about ?? (folder && `folder-${folder}`)),
  };
}
