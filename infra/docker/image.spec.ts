import { describe, expect, it } from '@jest/globals';
import { settingNames } from '@feusa/profiles/config';
import { ignores } from './docker-ignore.js';
import { execOf, last, runsOf, stagesOf, variablesOf } from './dockerfile.js';
import { textOf } from './product.js';

const stages = stagesOf(textOf('infra/docker/Dockerfile'));
const [build = [], image = []] = stages;

describe('the image', () => {
  it('is built from the lock file and holds only what a stage of its own collected', () => {
    expect(stages).toHaveLength(2);
    expect(runsOf(build)[0]).toBe('npm ci --ignore-scripts');
    expect(image.filter(({ word }) => word === 'COPY')).toEqual([
      { word: 'COPY', rest: '--from=build /app .' },
    ]);
  });

  it('runs as an ordinary user, whose number Kubernetes can check', () => {
    expect(last(image, 'USER')).toMatch(/^[1-9]\d*:[1-9]\d*$/);
  });

  it('starts node itself, so that signals reach it', () => {
    expect(execOf(image, 'ENTRYPOINT')[0]).toBe('node');
    expect(execOf(image, 'CMD')).toEqual(['dist/gateway/main.js']);
    expect(execOf(image, 'HEALTHCHECK')).toEqual(['node', 'healthcheck.mjs']);
  });

  it('sets nothing that the product does not know', () => {
    const known = new Set<string>([...settingNames, 'NODE_ENV']);
    expect(Object.keys(variablesOf(image)).filter((name) => !known.has(name))).toEqual([]);
  });
});

describe('what Docker is sent', () => {
  const ignored = ignores(textOf('.dockerignore'));

  it.each([
    'package-lock.json',
    '.npmrc',
    'packages/profiles/src/config.ts',
    'services/query/package.json',
    'infra/engines/package.json',
    'infra/docker/collect.mjs',
    'web/index.html',
    'scripts/build.mjs',
    'tools/demo/company/people.csv',
    'tools/demo/company/files/Safety/Site Rules/Workshop Safety Rules.pdf',
    'tools/import/main.ts',
    'tests/system/package.json',
  ])('%s', (path) => expect(ignored(path)).toBe(false));

  it.each([
    '.env',
    '.git/config',
    'data/blobs/a',
    'docs/operations.md',
    'node_modules/zod/package.json',
    'packages/platform/node_modules/a/index.js',
    'web/dist/index.html',
    'packages/platform/.env',
    'packages/profiles/src/config.spec.ts',
    'infra/engines/src/kafka.ts',
    'tests/system/test-product.ts',
  ])('not %s', (path) => expect(ignored(path)).toBe(true));
});
