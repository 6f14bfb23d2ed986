import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';

const root = path.resolve(import.meta.dirname, '../../..');
const config = createRequire(import.meta.url)(path.join(root, '.dependency-cruiser.cjs')) as {
  readonly forbidden: readonly { readonly name: string }[];
};

/** For each rule, a file that breaks it and the import that does. */
const violations: Record<string, readonly [file: string, imports: string]> = {
  'no-circular': ['packages/domain/src/probe-a.ts', './probe-b.js'],
  resolvable: ['packages/domain/src/probe.ts', '@feusa/contracts/nowhere'],
  'contracts-know-only-zod': ['packages/contracts/src/probe.ts', '@feusa/domain/tree'],
  'domain-knows-only-contracts': ['packages/domain/src/probe.ts', 'node:crypto'],
  'adapters-know-no-services': ['packages/adapters/src/probe.ts', '@feusa/http/parsed'],
  'http-knows-ports-only': ['packages/http/src/probe.ts', '@feusa/adapters/mail/directory'],
  'http-knows-no-services': ['packages/http/src/probe.ts', '@feusa/query/order'],
  'services-open-no-technology': [
    'services/query/src/probe.ts',
    '@feusa/adapters/event-store/postgres',
  ],
  'services-know-each-other-only-in-standalone': [
    'services/query/src/probe.ts',
    '@feusa/command/feature',
  ],
  'technologies-are-opened-in-one-place': [
    'packages/adapters/src/mail/probe.ts',
    '../search/minisearch.js',
  ],
  'web-knows-contracts-only': ['web/src/probe.ts', '@feusa/domain/tree'],
  'web-features-stand-alone': ['web/src/features/folders/probe.ts', '../employees/directory.js'],
  'web-features-do-not-know-the-app': ['web/src/shared/probe.ts', '../app/app.js'],
  'web-shared-knows-no-feature': ['web/src/shared/probe.ts', '../features/folders/entries.js'],
};

let copy: string;
beforeAll(async () => {
  copy = await mkdtemp(path.join(tmpdir(), 'feusa-architecture-'));
  const skipped = /node_modules|dist$|fixtures/;
  for (const part of ['packages', 'services', 'web', 'tsconfig.json', '.dependency-cruiser.cjs']) {
    const filter = (from: string) => !skipped.test(path.relative(root, from));
    await cp(path.join(root, part), path.join(copy, part), { recursive: true, filter });
  }
  await linkPackages();
});
afterAll(() => rm(copy, { recursive: true, force: true }));

/** The copy's own workspaces, and everybody else's packages. */
async function linkPackages() {
  const modules = path.join(copy, 'node_modules');
  await mkdir(path.join(modules, '@feusa'), { recursive: true });
  for (const name of ['contracts', 'domain', 'adapters', 'http', 'testing']) {
    await symlink(path.join(copy, 'packages', name), path.join(modules, '@feusa', name));
  }
  for (const name of ['command', 'query', 'search-indexer', 'standalone']) {
    await symlink(path.join(copy, 'services', name), path.join(modules, '@feusa', name));
  }
  await symlink(path.join(root, 'node_modules/zod'), path.join(modules, 'zod'));
}

async function rulesBrokenBy(folder: string): Promise<string[]> {
  const cli = path.join(root, 'node_modules/dependency-cruiser/bin/dependency-cruise.mjs');
  const args = [cli, '--config', '.dependency-cruiser.cjs', '--output-type', 'json', folder];
  const options = { cwd: copy, maxBuffer: 256 * 1024 * 1024 };
  const { stdout } = await promisify(execFile)(process.execPath, args, options).catch(
    (fault: { stdout: string }) => fault,
  );
  const { summary } = JSON.parse(stdout) as {
    summary: { violations: { from: string; rule: { name: string } }[] };
  };
  return summary.violations
    .filter(({ from }) => from.includes('probe'))
    .map(({ rule }) => rule.name);
}

it('every rule has a probe', () => {
  expect(Object.keys(violations).sort()).toEqual(config.forbidden.map(({ name }) => name).sort());
});

it.each(Object.entries(violations))(
  '%s is reported when broken',
  async (rule, [file, imports]) => {
    const probe = path.join(copy, file);
    const other = path.join(path.dirname(probe), 'probe-b.ts');
    try {
      await writeFile(
        probe,
        `import * as broken from '${imports}';\nexport const probe = broken;\n`,
      );
      if (rule === 'no-circular') {
        await writeFile(other, `import * as back from './probe-a.js';\nexport const b = back;\n`);
      }
      expect(await rulesBrokenBy(path.dirname(file))).toContain(rule);
    } finally {
      await rm(probe, { force: true });
      await rm(other, { force: true });
    }
  },
  60_000,
);
