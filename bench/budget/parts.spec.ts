import { describe, expect, it } from '@jest/globals';
import { sharesOf } from './parts.js';
import type { CallFrame, Profile } from './profile.js';

const frame = (functionName: string, url = ''): CallFrame => ({
  ...{ functionName, url, lineNumber: 0, columnNumber: 0 },
});
const node = (id: number, callFrame: CallFrame, children: number[] = []) => ({
  ...{ id, callFrame, children },
});

/** A query that `decide` sends, and the socket's work for it; then nothing, then garbage. */
const profile: Profile = {
  nodes: [
    node(1, frame('(root)'), [2, 6, 7]),
    node(2, frame('processTicksAndRejections', 'node:internal/process/task_queues'), [3]),
    node(3, frame('decide', '../packages/domain/src/folders.ts'), [4]),
    node(4, frame('query', '../node_modules/pg/lib/client.js'), [5]),
    node(5, frame('writev')),
    node(6, frame('(idle)')),
    node(7, frame('(garbage collector)')),
  ],
  samples: [2, 3, 4, 5, 6, 7],
  timeDeltas: [10, 20, 30, 20, 900, 20],
};

describe('the time of an operation', () => {
  it('counts for whoever had Node work, and not while nothing is done', () => {
    const shares = sharesOf(profile, ({ url }) => url);
    expect(Object.fromEntries(shares)).toEqual({
      'Node itself': 0.1,
      decision: 0.2,
      'SQL client': 0.5,
      'collecting garbage': 0.2,
    });
  });
});
