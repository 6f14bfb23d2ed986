import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { accessTo, type AccessNode, type AccessSubject, type AccessReason } from './access.js';

const person = (id: string, ...groups: string[]): AccessSubject => ({
  ...{ id, role: 'basic', groups: new Set(groups) },
});
const treeOf = (nodes: Record<string, AccessNode>) => (id: string) => nodes[id];
const only = (read: string[], manage: string[] = []) => ({ read, manage });

describe('what somebody may do in a folder', () => {
  const tree = treeOf({
    open: { parentId: null },
    pay: { parentId: null, access: only(['office'], ['bob']) },
    wages: { parentId: 'pay' },
    board: { parentId: 'pay', access: only(['ann'], ['carol']) },
  });

  it('is to read all that nobody restricted, and to manage nothing', () => {
    for (const id of [null, 'open'])
      expect(accessTo(id, tree, person('eve'))).toEqual({ reads: true, manages: false, by: [] });
  });

  it('follows from a group or a name, and holds below', () => {
    const by = [{ folder: 'pay', group: 'office' }];
    expect(accessTo('wages', tree, person('ann', 'office'))).toEqual({
      ...{ reads: true, manages: false, by },
    });
    expect(accessTo('wages', tree, person('bob'))).toMatchObject({ reads: true, manages: true });
    expect(accessTo('wages', tree, person('eve')).reads).toBe(false);
  });

  it('is only narrowed further down', () => {
    expect(accessTo('board', tree, person('bob')).reads).toBe(false);
    expect(accessTo('board', tree, person('ann')).reads).toBe(false);
    expect(accessTo('board', tree, person('ann', 'office'))).toEqual({
      ...{ reads: true, manages: false },
      by: [
        { folder: 'pay', group: 'office' },
        { folder: 'board', group: null },
      ],
    });
    expect(accessTo('board', tree, person('carol', 'office')).manages).toBe(true);
  });

  it('is everything for administrators, and nothing where the folder is not known', () => {
    expect(accessTo('board', tree, { ...person('root'), role: 'admin' }).manages).toBe(true);
    expect(accessTo('nowhere', tree, person('bob')).reads).toBe(false);
  });
});

const names = fc.subarray(['a', 'b', 'g', 'h']);
/** Each folder lies in an older one. */
const trees = fc
  .array(
    fc.record({
      parent: fc.nat(),
      access: fc.option(fc.record({ read: names, manage: names })),
    }),
    { minLength: 1, maxLength: 8 },
  )
  .map((all) =>
    all.map(({ parent, access }, index) => ({
      parentId: index === 0 || parent % (index + 1) === index ? null : String(parent % index),
      access,
    })),
  );
const somebody = fc.record({
  id: fc.constantFrom('a', 'b', 'c'),
  role: fc.constantFrom('basic' as const, 'auditor' as const),
  groups: fc.subarray(['g', 'h']).map((groups) => new Set(groups)),
});

const isNamed = (ids: readonly string[], { id, groups }: AccessSubject) =>
  ids.some((each) => each === id || groups.has(each));

const namesIn = (nodes: readonly AccessNode[], { folder }: AccessReason) => {
  const { read = [], manage = [] } = nodes[Number(folder)]?.access ?? {};
  return [...read, ...manage];
};

describe('in any tree', () => {
  it('who reads a folder reads those above, manages what they read, and says why', () => {
    fc.assert(
      fc.property(trees, somebody, (nodes, who) => {
        const tree = (id: string) => nodes[Number(id)];
        nodes.forEach(({ parentId, access }, index) => {
          const { reads, manages, by } = accessTo(String(index), tree, who);
          const above = accessTo(parentId, tree, who);
          expect([reads && !above.reads, manages && !reads]).toEqual([false, false]);
          const isLetIn = !access || isNamed([...access.read, ...access.manage], who);
          expect(reads).toBe(above.reads && isLetIn);
          if (reads) expect(manages).toBe(access ? isNamed(access.manage, who) : above.manages);
          by.forEach((reason) => expect(namesIn(nodes, reason)).toContain(reason.group ?? who.id));
        });
      }),
    );
  });

  it('a restriction more never shows more', () => {
    fc.assert(
      fc.property(trees, somebody, fc.nat(), names, (nodes, who, which, read) => {
        const at = which % nodes.length;
        if (nodes[at]!.access) return;
        const narrower = nodes.with(at, { ...nodes[at]!, access: { read, manage: [] } });
        nodes.forEach((_, index) => {
          const reads = (all: typeof nodes) =>
            accessTo(String(index), (id) => all[Number(id)], who).reads;
          if (reads(narrower)) expect(reads(nodes)).toBe(true);
        });
      }),
    );
  });
});
