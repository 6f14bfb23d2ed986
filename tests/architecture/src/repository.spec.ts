import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { expect, it } from '@jest/globals';

const root = path.resolve(import.meta.dirname, '../../..');
const listed = (...options: string[]) =>
  execFileSync('git', ['ls-files', ...options], { cwd: root, encoding: 'utf8' });

it('holds nothing that tools leave behind', () => {
  expect(listed('--cached', '--ignored', '--exclude-standard')).toBe('');
  expect(listed('*cache', '*.log', '*.tsbuildinfo')).toBe('');
});
