import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { parse } from 'yaml';
import { readConfig, settingNames } from '@feusa/profiles/config';
import { required, root, services, textOf } from './product.js';

const docs = textOf('docs/operations.md');

interface Row {
  readonly name: string;
  readonly neededBy: string;
  readonly default: string;
}

const rows: Row[] = [
  ...docs.matchAll(/^\| `(\w+)` +\| ([\w, ]*?) *\| (?:`([^`]*)`)?[^|`]*\| .*\|$/gm),
].map(([, name = '', neededBy = '', standard = '']) => ({ name, neededBy, default: standard }));

const groups: Readonly<Record<string, readonly string[]>> = {
  '': [],
  gateway: ['gateway'],
  answering: ['command', 'query'],
  workers: ['command', 'query', 'search-indexer'],
};

describe('the table of settings in docs/operations.md', () => {
  it('has every setting of the code once, and no other', () => {
    expect(rows.map(({ name }) => name).sort()).toEqual([...settingNames].sort());
  });

  it.each(rows)('$name is needed where it says', ({ name, neededBy }) => {
    const by = services.filter((service) => required[service].includes(name));
    expect([...(groups[neededBy] ?? ['?'])].sort()).toEqual(by.sort());
  });

  it.each(rows)('$name has the default that it says', ({ name, default: standard }) => {
    const value = (readConfig({}) as Readonly<Record<string, unknown>>)[name];
    expect(String(value ?? '')).toBe(standard);
  });
});

describe('what docs/operations.md tells to do', () => {
  it('uses scripts and tools that there are', () => {
    const { scripts } = JSON.parse(textOf('package.json')) as { scripts: Record<string, string> };
    const named = [...docs.matchAll(/`?npm run ([\w:-]+)/g)].map(([, name = '']) => name);
    expect(named.length).toBeGreaterThan(5);
    for (const name of named) expect(Object.keys(scripts)).toContain(name);
    for (const [, tool] of docs.matchAll(/dist\/cli\/([\w-]+)\.js/g)) {
      expect(existsSync(join(root, `tools/${tool}/main.ts`))).toBe(true);
    }
  });

  it('names containers that there are', () => {
    const { services: containers } = parse(textOf('docker-compose.yml'), { merge: true }) as {
      services: Record<string, unknown>;
    };
    const named = [
      ...docs.matchAll(/docker compose (?:logs|exec|restart)(?: --since \w+)? ([a-z][\w-]*)/g),
    ].map(([, name = '']) => name);
    expect(named.length).toBeGreaterThan(5);
    for (const name of named) expect(Object.keys(containers)).toContain(name);
  });
});
