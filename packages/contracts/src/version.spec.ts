import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { isNewer, VERSION } from './version.js';

const root = path.resolve(import.meta.dirname, '../../..');
const read = (file: string) => readFileSync(path.join(root, file), 'utf8');

describe('the version', () => {
  it.each([
    ['package.json', new RegExp(`"version": "${VERSION}"`)],
    ['CHANGELOG.md', new RegExp(`^# Changelog\n\n## ${VERSION}\\b`)],
    ['infra/k8s/base/kustomization.yaml', new RegExp(`newTag: '${VERSION}'`)],
    ['infra/k8s/example/kustomization.yaml', new RegExp(`newTag: '${VERSION}'`)],
    ['docs/operations.md', new RegExp(`/feusa:${VERSION} `)],
  ])('is the same in %s', (file, said) => expect(read(file)).toMatch(said));

  it.each([
    [VERSION, false],
    ['0.1.0', false],
    ['0.2.9', false],
    ['0.3.0', true],
    ['0.10.0', true],
    ['1.0.0', true],
  ])('%s writes what this one cannot read: %s', (version, newer) =>
    expect(isNewer(version)).toBe(newer),
  );
});
