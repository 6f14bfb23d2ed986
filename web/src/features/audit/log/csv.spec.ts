import { expect, it } from '@jest/globals';
import type { LogEvent } from '../log-event.js';
import { csvOf } from './csv.js';

const event = (name: string) =>
  ({
    ...{ position: '7', at: '2026-11-22T10:00:00.000Z', actor: 'u1', stream: 'folder-f1' },
    ...{ type: 'FolderAdded', data: { name, parentId: null } },
  }) as unknown as LogEvent;
const known = { names: new Map<string, string>(), actor: () => '=HYPERLINK("x")' };

it('is one line an event, in words, and nothing in it is a formula', () => {
  const text = csvOf([event('Plans, old')], known);
  expect(text.startsWith('\ufeffPosition,Time,Who,What happened,Type,About\r\n')).toBe(true);
  const [, line, end] = text.split('\r\n');
  expect(line).toContain('7,2026-11-22T10:00:00.000Z,"\'=HYPERLINK(""x"")"');
  expect(line).toContain('“Plans, old”');
  expect(end).toBe('');
});
