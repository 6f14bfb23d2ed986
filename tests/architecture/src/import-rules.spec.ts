import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from '@jest/globals';

const root = path.resolve(import.meta.dirname, '../../..');
const { forbidden } = createRequire(import.meta.url)(
  path.join(root, '.dependency-cruiser.cjs'),
) as {
  readonly forbidden: readonly { readonly name: string }[];
};

/** For each rule, a folder and what a file in it imports to break the rule. */
const violations: Record<string, readonly [folder: string, imports: string]> = {
  'no-circular': ['packages/domain/src', './circle.js'],
  resolvable: ['packages/domain/src', '@feusa/contracts/nowhere'],
  'contracts-know-only-zod': ['packages/contracts/src', '@feusa/domain/tree'],
  'domain-does-no-io': ['packages/domain/src', 'node:crypto'],
  'domain-knows-what-is-below': ['packages/domain/src', '@feusa/platform/together'],
  'platform-knows-what-is-below': ['packages/platform/src', '@feusa/files/blobs/port'],
  'privacy-knows-what-is-below': ['packages/privacy/src', '@feusa/event-log/store/port'],
  'event-log-knows-what-is-below': ['packages/event-log/src', '@feusa/transparency/port'],
  'transparency-knows-what-is-below': ['packages/transparency/src', '@feusa/profiles/config'],
  'files-knows-what-is-below': ['packages/files/src', '@feusa/event-log/store/port'],
  'search-knows-what-is-below': ['packages/search/src', '@feusa/identity/limits/port'],
  'identity-knows-what-is-below': ['packages/identity/src', '@feusa/search/port'],
  'backup-knows-what-is-below': ['packages/backup/src', '@feusa/profiles/config'],
  'packages-know-no-services': ['packages/http/src', '@feusa/query/order'],
  'technologies-are-opened-by-the-profiles': [
    'packages/backup/src',
    '@feusa/event-log/store/postgres',
  ],
  'clients-of-engines-are-for-packages': [
    'services/standalone/src',
    '@feusa/platform/postgres/pool',
  ],
  'services-are-given-their-ports': ['services/query/src', '@feusa/profiles/standalone'],
  'commands-go-through-the-bus': ['services/standalone/src', '@feusa/command/command-queue'],
  'services-know-each-other-only-in-standalone': ['services/query/src', '@feusa/command/feature'],
  'the-product-knows-no-tests': ['services/command/src', '@feusa/testing/database'],
  'web-knows-contracts-only': ['web/src', '@feusa/domain/tree'],
  'web-features-stand-alone': ['web/src/features/folders', '../employees/directory/directory.js'],
  'web-features-do-not-know-the-app': ['web/src/shared', '../app/app.js'],
  'web-shared-knows-no-feature': ['web/src/shared', '../features/folders/page/entries.js'],
};
const CIRCLE = 'packages/domain/src/circle.ts';
const probeOf = (rule: string) => path.posix.join(violations[rule]![0], `probe-${rule}.ts`);

interface Violation {
  readonly from: string;
  readonly rule: { readonly name: string };
}

let copy: string;
let found: readonly Violation[];
beforeAll(async () => {
  copy = await mkdtemp(path.join(tmpdir(), 'feusa-architecture-'));
  await copySources();
  for (const [rule, [, imports]] of Object.entries(violations)) {
    const probe = `import * as broken from '${imports}';\nexport const probe = broken;\n`;
    await writeFile(path.join(copy, probeOf(rule)), probe);
  }
  const circle = `import * as back from './probe-no-circular.js';\nexport const circle = back;\n`;
  await writeFile(path.join(copy, CIRCLE), circle);
  found = await cruise();
});
afterAll(() => rm(copy, { recursive: true, force: true }));

/** The sources with workspaces of their own, so that no import leads back to the originals. */
async function copySources() {
  const modules = path.join(copy, 'node_modules');
  await mkdir(path.join(modules, '@feusa'), { recursive: true });
  const skipped = /node_modules|dist$|fixtures/;
  const filter = (from: string) => !skipped.test(path.relative(root, from));
  const parts = [
    'packages',
    'services',
    'infra',
    'tools',
    'tests',
    'web',
    'tsconfig.json',
    '.dependency-cruiser.cjs',
  ];
  for (const part of parts) {
    await cp(path.join(root, part), path.join(copy, part), { recursive: true, filter });
  }
  const workspaces = ['web', 'tools'];
  for (const group of ['packages', 'services', 'infra', 'tests']) {
    for (const folder of await readdir(path.join(copy, group)))
      workspaces.push(path.join(group, folder));
  }
  for (const workspace of workspaces) {
    const name = await nameOf(path.join(copy, workspace));
    if (name) await symlink(path.join(copy, workspace), path.join(modules, name));
  }
  for (const name of await readdir(path.join(root, 'node_modules'))) {
    if (name.startsWith('.') || name === '@feusa') continue;
    await symlink(path.join(root, 'node_modules', name), path.join(modules, name));
  }
  for (const own of workspaces.map((workspace) => path.join(workspace, 'node_modules'))) {
    if (existsSync(path.join(root, own))) await symlink(path.join(root, own), path.join(copy, own));
  }
}

/** Undefined for a folder that is no workspace. */
async function nameOf(workspace: string): Promise<string | undefined> {
  const file = path.join(workspace, 'package.json');
  if (!existsSync(file)) return undefined;
  return (JSON.parse(await readFile(file, 'utf8')) as { name: string }).name;
}

async function cruise(): Promise<readonly Violation[]> {
  const cli = path.join(root, 'node_modules/dependency-cruiser/bin/dependency-cruise.mjs');
  const what = ['packages', 'services', 'tools', 'web/src'];
  const args = [cli, '--config', '.dependency-cruiser.cjs', '--output-type', 'json', ...what];
  const options = { cwd: copy, maxBuffer: 256 * 1024 * 1024 };
  const { stdout } = await promisify(execFile)(process.execPath, args, options).catch(
    (fault: { stdout: string }) => fault,
  );
  return (JSON.parse(stdout) as { summary: { violations: Violation[] } }).summary.violations;
}

it('every rule has a probe', () =>
  expect(Object.keys(violations).toSorted()).toEqual(forbidden.map(({ name }) => name).toSorted()));

it.each(Object.keys(violations))('%s is reported where it is broken', (rule) => {
  const probes = rule === 'no-circular' ? [probeOf(rule), CIRCLE] : [probeOf(rule)];
  const broken = found.filter(({ from }) => probes.includes(from)).map((each) => each.rule.name);
  expect(broken).toContain(rule);
});

it('nothing but the probes breaks a rule', () => {
  const probes = [CIRCLE, ...Object.keys(violations).map(probeOf)];
  const others = found.filter(({ from }) => !probes.includes(from));
  expect(others.map(({ from, rule }) => `${from}: ${rule.name}`)).toEqual([]);
});
