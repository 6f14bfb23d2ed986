import type { AccessVerdict, AccessPage, AccessView } from '@feusa/contracts/access-log';
import { listBounds } from '@feusa/contracts/bounds';
import { refuse } from '@feusa/contracts/refusals';
import { Access } from '@feusa/http/access';
import { FewAtOnce } from '@feusa/http/few-at-once';
import { parsed } from '@feusa/http/parsed';
import { sendText } from '@feusa/http/text-download';
import { ACCESS_LOG, type AccessLog } from '@feusa/transparency/access-log/port';
import { Controller, Get, Inject, Query, Res } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import type { FastifyReply } from 'fastify';
import { csvLine } from '@feusa/contracts/guarded-cell';
import { AccessQuery } from './query-params.js';
import { ListAccess } from './list-access.js';

const columns: Readonly<Record<string, (entry: AccessView) => string | number | null>> = {
  position: ({ position }) => position,
  at: ({ at }) => at,
  kind: ({ kind }) => kind,
  email: ({ email }) => email,
  user: ({ user }) => user,
  address: ({ address }) => address,
  detail: ({ detail }) => detail,
  files: ({ files }) => files.join(' '),
  fileNames: ({ fileNames }) => fileNames.map((name) => name ?? '').join(' | '),
  moreFiles: ({ moreFiles }) => moreFiles,
  folder: ({ folder }) => folder,
  about: ({ about }) => about,
  aboutName: ({ aboutName }) => aboutName,
  bytes: ({ bytes }) => bytes,
  requests: ({ requests }) => requests,
  shown: ({ shown }) => shown,
  mark: ({ mark }) => mark,
  count: ({ count }) => count,
  hash: ({ hash }) => hash,
};

const lineOf = (entry: AccessView): string =>
  csvLine(Object.values(columns).map((cell) => String(cell(entry) ?? '')));

/** All pages as CSV, from `read` and page by page. */
async function* accessCsv(
  read: (cursor: number | undefined) => Promise<AccessPage>,
): AsyncGenerator<string> {
  yield csvLine(Object.keys(columns));
  let cursor: number | undefined;
  for (;;) {
    const { entries, next } = await read(cursor);
    yield entries.map(lineOf).join('');
    if (next === null) return;
    cursor = Number(next);
  }
}

/** Who did what, for auditors: beside the event log, and a chain of its own. */
@Controller('api/access-log')
@Access('auditor')
export class AccessLogController {
  private verifying = false;

  constructor(
    @Inject(ACCESS_LOG) private readonly accessLog: Pick<AccessLog, 'verify'>,
    @Inject(QueryBus) private readonly queries: QueryBus,
  ) {}

  @Get()
  @FewAtOnce(({ query }) => (query as { format?: string }).format === 'csv')
  async list(
    @Query(parsed(AccessQuery)) params: AccessQuery,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    if (params.format === 'json')
      return void reply.send(await this.queries.execute(new ListAccess(params)));
    const limit = listBounds.page.value;
    const read = (cursor?: number) =>
      this.queries.execute(new ListAccess({ ...params, limit, cursor }));
    sendText(reply, { name: 'access-log.csv', mediaType: 'text/csv' }, accessCsv(read));
  }

  @Get('verify')
  async verify(): Promise<AccessVerdict> {
    if (this.verifying) refuse('too-many-requests', { retryAfter: 5 });
    this.verifying = true;
    try {
      return await this.accessLog.verify();
    } finally {
      this.verifying = false;
    }
  }
}
