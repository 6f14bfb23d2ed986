import { describe, expect, it } from '@jest/globals';
import { readOptions } from './options.js';

const read = (line: string) => readOptions(line.split(' ').filter(Boolean)).command;

describe('the command line of dead letters', () => {
  it.each([
    ['list', { name: 'list', all: false }],
    ['list --all', { name: 'list', all: true }],
    ['show 7', { name: 'show', id: 7 }],
    ['redrive 7 9 7', { name: 'redrive', ids: [7, 9], perMinute: 60, force: false, dryRun: false }],
    [
      'redrive --all --per-minute 5 --force --dry-run',
      { name: 'redrive', ids: undefined, perMinute: 5, force: true, dryRun: true },
    ],
    ['discard 7 --reason useless', { name: 'discard', id: 7, reason: 'useless', dryRun: false }],
  ])('%s', (line, command) => expect(read(line)).toEqual(command));

  it('may be answered with JSON', () => {
    expect(readOptions(['list', '--json']).json).toBe(true);
    expect(readOptions(['list']).json).toBe(false);
  });

  it.each([
    ['', 'Usage: npm run dead-letters -- [options] [command]'],
    ['destroy', "Unknown command 'destroy'"],
    ['toString', "Unknown command 'toString'"],
    ['list 7', 'Too many arguments'],
    ['show', "Missing required argument 'id'"],
    ['show 7 8', 'Too many arguments'],
    ['show seven', '“seven” is no id'],
    ['show 0', '“0” is no id'],
    ['redrive', 'Which streams?'],
    ['redrive 7 --all', 'not both'],
    ['redrive 7 --per-minute 0', 'from 1 to 9999'],
    ['redrive 7 --per-minute fast', 'from 1 to 9999'],
    ['redrive 7 --reason why', "Unknown option '--reason'"],
    ['show 7 --force', "Unknown option '--force'"],
    ['discard 7', "Required option '--reason <text>' not specified"],
    ['discard 7 --reason  ', "Option '--reason <text>' argument missing"],
    ['discard 7 --reason=', 'Say why'],
    [`discard 7 --reason ${'x'.repeat(501)}`, 'too long'],
    ['list --colour', "Unknown option '--colour'"],
  ])('finds fault with “%s”', (line, fault) => {
    expect(() => read(line)).toThrow(fault);
    expect(() => read(line)).toThrow('Usage: npm run dead-letters');
  });
});
