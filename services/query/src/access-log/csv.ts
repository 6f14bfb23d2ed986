import type { AccessPage, AccessView } from '@feusa/contracts/access-log';
import { csvLine } from '@feusa/contracts/guarded-cell';

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
export async function* accessCsv(
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
