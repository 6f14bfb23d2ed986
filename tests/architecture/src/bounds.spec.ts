import { readFile, readdir } from 'node:fs/promises';
import path from 'node:path';
import { readConfig, settingNames, type Config } from '@feusa/profiles/config';
import { bounds } from '@feusa/contracts/bounds';
import { expect, it } from '@jest/globals';
import { compareGenerated, root } from './generated.js';

it('the table of bounds says what the code holds: npm run bounds', async () => {
  const { found, made } = await compareGenerated('bounds');
  expect(found).toBe(made);
});

it('a bound that a setting changes is the default of that setting', () => {
  const defaults = readConfig({});
  const set = bounds.filter(({ setting }) => setting !== undefined);
  expect(set.length).toBeGreaterThan(0);
  for (const { setting, value } of set) {
    expect(settingNames).toContain(setting);
    expect([setting, defaults[setting as keyof Config]]).toEqual([setting, value]);
  }
});

/** Where callers come in, and whatever keeps something for them. */
const doors = [
  'packages/contracts',
  'packages/http',
  'services/command',
  'services/query',
  'services/gateway',
  'services/search-indexer',
  'services/standalone',
  'packages/domain',
  'packages/event-log',
  'packages/files',
  'packages/identity',
  'packages/platform',
  'packages/privacy',
  'packages/search',
  'packages/transparency',
  'web',
];
const LITERAL =
  /const (?:\w+_)?(?:MAX|MOST|LIMIT|LONGEST|REMEMBERED)(?:_\w+)?(?:: number)? = [\d_* ]+;|(?:\bmax: |(?<!Math)\.max\()[\d_* ]+/g;
/** Waits and batches of the product itself. */
const OWN_PACE = /MAX_BACKOFF_MS|LONGEST_DELAY|LONGEST_REST/;
/** What is in the table already, what nobody who asks can reach, and what a screen only shows less of. */
const inside = [
  'contracts/src/live-bounds.ts',
  'files/src/text/zip-parts.ts',
  'files/src/uploads/s3-keys.ts',
  'identity/src/passwords/patterns.ts',
  'identity/src/passwords/policy.ts',
  'platform/src/embedded-postgres/log-file.ts',
  'platform/src/postgres/migrate.ts',
  'platform/src/sha256.ts',
  'platform/src/telemetry/stages.ts',
  'privacy/src/subject-keys/given-key.ts',
  'search/src/find/with-engine.ts',
  'search/src/opensearch/query.ts',
  'transparency/src/witness/witness.ts',
  'web/src/features/',
  'web/src/shared/recents.ts',
  'web/src/shared/toast-store.ts',
  'http/src/lag.ts',
  'command/src/uploads/file-name.ts',
  'query/src/errors/list-errors.ts',
  'query/src/consistency/row-drift.ts',
  'query/src/folders/folders.controller.ts',
  'query/src/read-model/rebuild.ts',
  'query/src/read-model/rows-ahead.ts',
];

it.each(doors)('%s has its bounds from the table', async (door) => {
  const src = path.join(root, door, 'src');
  const files = await readdir(src, { recursive: true });
  const found: string[] = [];
  for (const file of files) {
    const name = path.join(path.basename(door), 'src', file);
    if (
      !/\.tsx?$/.test(file) ||
      /spec\.tsx?$|(^|\/)test-/.test(file) ||
      inside.some((each) => name.startsWith(each))
    )
      continue;
    const text = await readFile(path.join(src, file), 'utf8');
    for (const [literal] of text.matchAll(LITERAL))
      if (!OWN_PACE.test(literal)) found.push(`${name}: ${literal}`);
  }
  expect(found).toEqual([]);
});
