import { describe, it } from '@jest/globals';
import type { DocContext } from './doc.js';
import { files, type FileCommand } from './docs.js';
import { specOf } from './test-decider.js';
import type { FolderNode } from './tree.js';

const nodes: Record<string, FolderNode> = {
  manuals: { parentId: null, removed: false },
  attic: { parentId: null, removed: true },
};
const folders = (id: string): FolderNode | undefined => nodes[id];
const by = { id: 'ann', mayRestoreAll: true };
const asked = (isAsked: boolean, done: number[] = []): DocContext => ({
  ...{ id: 'd1', by, folders },
  acknowledging: { isAsked, done },
});
const context = asked(true);
const [first, second] = ['ab', 'cd'].map((two) => ({
  ...{ blob: two.repeat(32), size: 4711, mediaType: 'application/pdf' },
}));
const folderId = 'manuals';
const from = { everyone: true } as const;

const { given } = specOf(files);
const added = { type: 'FileAdded', data: { folderId, name: 'plan.pdf', ...first! } } as const;
const lost = {
  type: 'FileAdded',
  data: { folderId: 'attic', name: 'plan.pdf', ...first! },
} as const;
const replaced = { type: 'FileReplaced', data: { folderId, fileVersion: 2, ...second! } } as const;
const removed = { type: 'FileRemoved', data: { folderId } } as const;
const request = { type: 'AcknowledgementAsked', data: { folderId, fileVersion: 1, from } } as const;
const renewing = { ...request, data: { ...request.data, renew: true } } as const;
const withdrawn = { type: 'AcknowledgementWithdrawn', data: { folderId } } as const;

const ask = (more: object = {}): FileCommand => ({
  name: 'ask-acknowledgement',
  body: { id: 'd1', fileVersion: 1, from, ...more },
});
const withdraw: FileCommand = { name: 'withdraw-acknowledgement', body: { id: 'd1' } };
const acknowledge = (fileVersion = 1): FileCommand => ({
  name: 'acknowledge-file',
  body: { id: 'd1', fileVersion },
});
const acknowledged = (fileVersion: number, { blob }: { readonly blob: string }) =>
  ({ type: 'FileAcknowledged', data: { folderId, fileVersion, sha256: blob } }) as const;

describe('asking', () => {
  it('says of whom, which version, until when and whether newer ones ask anew', () =>
    given(added)
      .when(ask({ due: '2026-12-24', renew: true }), context)
      .then({
        type: 'AcknowledgementAsked',
        data: { folderId, fileVersion: 1, from, due: '2026-12-24', renew: true },
      }));
  it('takes the place of what was asked before', () =>
    given(added, request).when(ask(), context).then(request));
  it('names groups and people that are there, or were asked before', () => {
    const [gone, crew] = ['gone', 'crew'];
    const strangers = { ...context, unknown: [gone] };
    const ofBoth = { users: [gone], groups: [crew] };
    given(added)
      .when(ask({ from: ofBoth }), strangers)
      .thenRefused('acknowledgement/unknown-names');
    const before = { ...request, data: { ...request.data, from: ofBoth } };
    given(added, before)
      .when(ask({ from: ofBoth }), strangers)
      .then(before);
  });
  it('is refused for a version that there is none of', () =>
    given(added)
      .when(ask({ fileVersion: 2 }), context)
      .thenRefused('file/version-not-found'));
  it.each([
    ['that is not there', []],
    ['in the trash', [added, removed]],
    ['whose folder is in the trash', [lost]],
  ] as const)('is refused for a document %s', (_what, history) =>
    given(...history)
      .when(ask(), context)
      .thenRefused('file/not-found'),
  );
});

describe('withdrawing', () => {
  it('ends what was asked', () => given(added, request).when(withdraw, context).then(withdrawn));
  it('is refused where nothing is asked', () =>
    given(added).when(withdraw, context).thenRefused('acknowledgement/none'));
  it('is refused twice', () =>
    given(added, request, withdrawn).when(withdraw, context).thenRefused('acknowledgement/none'));
  it('is refused for a document in the trash', () =>
    given(added, request, removed).when(withdraw, context).thenRefused('file/not-found'));
});

describe('acknowledging', () => {
  it('says which version, and the hash of its bytes', () =>
    given(added, request).when(acknowledge(), context).then(acknowledged(1, first!)));
  it('is of the version that was asked about, also after a newer one', () =>
    given(added, request, replaced).when(acknowledge(), context).then(acknowledged(1, first!)));
  it('is of the newest version where newer ones ask anew', () =>
    given(added, renewing, replaced).when(acknowledge(2), context).then(acknowledged(2, second!)));
  it('changes nothing where it was done', () =>
    given(added, request)
      .when(acknowledge(), asked(true, [1]))
      .thenNothing());
  it('is done again for a newer version that asks anew', () =>
    given(added, renewing, replaced)
      .when(acknowledge(2), asked(true, [1]))
      .then(acknowledged(2, second!)));
  it('is refused for another version than was asked about', () =>
    given(added, renewing, replaced)
      .when(acknowledge(1), context)
      .thenRefused('acknowledgement/other-version'));
  it('is refused for a version that there is none of', () =>
    given(added, request).when(acknowledge(3), context).thenRefused('file/version-not-found'));
  it.each([
    ['of who is not asked', [added, request], asked(false)],
    ['where nothing is asked', [added], context],
    ['of what was withdrawn', [added, request, withdrawn], context],
  ] as const)('is refused %s', (_what, history, who) =>
    given(...history)
      .when(acknowledge(), who)
      .thenRefused('acknowledgement/not-asked'),
  );
  it('is refused for a document in the trash', () =>
    given(added, request, removed).when(acknowledge(), context).thenRefused('file/not-found'));
});
