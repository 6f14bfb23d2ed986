import { describe, it } from '@jest/globals';
import { specOf } from './test-decider.js';
import type { DocContext } from './doc.js';
import { files, links, type FileCommand, type LinkCommand } from './docs.js';
import type { FolderNode } from './tree.js';

const folders = (id: string): FolderNode | undefined =>
  ({
    manuals: { parentId: null, removed: false },
    tractors: { parentId: 'manuals', removed: false },
    attic: { parentId: null, removed: true },
    boxes: { parentId: 'attic', removed: false },
  })[id];
const ann = { id: 'ann', mayRestoreAll: true };
const sam = { id: 'sam', mayRestoreAll: false };
const kim = { id: 'kim', mayRestoreAll: false };
const context: DocContext = { id: 'd1', by: ann, folders };
const file = {
  name: 'plough.pdf',
  blob: 'ab'.repeat(32),
  size: 4711,
  mediaType: 'application/pdf',
};

describe('a file', () => {
  const { given } = specOf(files);
  const add = (folderId: string): FileCommand => ({
    name: 'add-file',
    body: { folderId, uploadId: 'u1' },
  });
  const remove: FileCommand = { name: 'remove-file', body: { id: 'd1' } };
  const restore: FileCommand = { name: 'restore-file', body: { id: 'd1' } };
  const addedTo = (folderId: string) =>
    ({ type: 'FileAdded', data: { folderId, ...file } }) as const;
  const removedFrom = (folderId: string) => ({ type: 'FileRemoved', data: { folderId } }) as const;
  const restoredTo = (folderId: string) => ({ type: 'FileRestored', data: { folderId } }) as const;

  it('is added with the name and content of its upload', () =>
    given()
      .when(add('tractors'), { ...context, file })
      .then(addedTo('tractors')));
  it('is refused without its upload', () =>
    given().when(add('tractors'), context).thenRefused('upload/not-found'));
  it('is refused in an unknown folder', () =>
    given()
      .when(add('nowhere'), { ...context, file })
      .thenRefused('folder/not-found'));
  it('is refused in a removed folder', () =>
    given()
      .when(add('attic'), { ...context, file })
      .thenRefused('folder/not-found'));
  it('is refused in a folder that went with its parent', () =>
    given()
      .when(add('boxes'), { ...context, file })
      .thenRefused('folder/not-found'));

  it('is removed', () =>
    given(addedTo('tractors')).when(remove, context).then(removedFrom('tractors')));
  it('is not found where it was never added', () =>
    given().when(remove, context).thenRefused('file/not-found'));
  it('is not found once removed', () =>
    given(addedTo('tractors'), removedFrom('tractors'))
      .when(remove, context)
      .thenRefused('file/not-found'));
  it('is not found where it went with its folder', () =>
    given(addedTo('boxes')).when(remove, context).thenRefused('file/not-found'));

  it('is restored', () =>
    given(addedTo('tractors'), removedFrom('tractors'))
      .when(restore, context)
      .then(restoredTo('tractors')));
  it('is not restored where it was never added', () =>
    given().when(restore, context).thenRefused('file/not-found'));
  it('is not restored where it was not removed', () =>
    given(addedTo('tractors')).when(restore, context).thenRefused('doc/not-removed'));
  it('is not restored twice', () =>
    given(addedTo('tractors'), removedFrom('tractors'), restoredTo('tractors'))
      .when(restore, context)
      .thenRefused('doc/not-removed'));
  it('comes back with its folder, not by itself', () =>
    given(addedTo('boxes')).when(restore, context).thenRefused('doc/not-removed'));
  it('is not restored into a folder that is removed', () =>
    given(addedTo('attic'), removedFrom('attic'))
      .when(restore, context)
      .thenRefused('folder/parent-removed'));
});

describe('what was removed, restored by who is no administrator', () => {
  const { given } = specOf(links);
  const restore: LinkCommand = { name: 'restore-link', body: { id: 'd1' } };
  const folderId = 'manuals';
  const added = {
    type: 'LinkAdded',
    data: { folderId, name: 'Weather', link: 'https://weather.example/' },
    actor: 'ann',
  } as const;
  const removedBy = (actor: string) =>
    ({ type: 'LinkRemoved', data: { folderId }, actor }) as const;
  const restored = { type: 'LinkRestored', data: { folderId }, actor: 'ann' } as const;
  const back = { type: 'LinkRestored', data: { folderId } } as const;

  it('comes back for who removed it', () =>
    given(added, removedBy('sam'))
      .when(restore, { ...context, by: sam })
      .then(back));
  it('stays away for anybody else', () =>
    given(added, removedBy('sam'))
      .when(restore, { ...context, by: kim })
      .thenRefused('not-allowed'));
  it('comes back for an administrator, whoever removed it', () =>
    given(added, removedBy('sam')).when(restore, context).then(back));
  it('stays away for who removed it before somebody else did', () =>
    given(added, removedBy('sam'), restored, removedBy('kim'))
      .when(restore, { ...context, by: sam })
      .thenRefused('not-allowed'));
  it('comes back for who removed it last', () =>
    given(added, removedBy('kim'), restored, removedBy('sam'))
      .when(restore, { ...context, by: sam })
      .then(back));
  it('is not restored into a folder that is removed, by nobody', () =>
    given(
      { ...added, data: { ...added.data, folderId: 'attic' } },
      {
        ...removedBy('sam'),
        data: { folderId: 'attic' },
      },
    )
      .when(restore, { ...context, by: sam })
      .thenRefused('folder/parent-removed'));
  it('stays where it is once it is back', () =>
    given(added, removedBy('sam'), restored)
      .when(restore, { ...context, by: sam })
      .thenRefused('doc/not-removed'));
});

describe('a link', () => {
  const { given } = specOf(links);
  const data = { name: 'Weather', link: 'https://weather.example/' };
  const add = (folderId: string): LinkCommand => ({
    name: 'add-link',
    body: { folderId, ...data },
  });
  const remove: LinkCommand = { name: 'remove-link', body: { id: 'd1' } };
  const restore: LinkCommand = { name: 'restore-link', body: { id: 'd1' } };
  const added = { type: 'LinkAdded', data: { folderId: 'manuals', ...data } } as const;
  const removed = { type: 'LinkRemoved', data: { folderId: 'manuals' } } as const;
  const restored = { type: 'LinkRestored', data: { folderId: 'manuals' } } as const;

  it('is added', () => given().when(add('manuals'), context).then(added));
  it('is refused in an unknown folder', () =>
    given().when(add('nowhere'), context).thenRefused('folder/not-found'));
  it('is refused in a removed folder', () =>
    given().when(add('boxes'), context).thenRefused('folder/not-found'));
  it('is removed', () => given(added).when(remove, context).then(removed));
  it('is not found where it was never added', () =>
    given().when(remove, context).thenRefused('link/not-found'));
  it('is not found once removed', () =>
    given(added, removed).when(remove, context).thenRefused('link/not-found'));
  it('is restored', () => given(added, removed).when(restore, context).then(restored));
  it('is removed again after a restore', () =>
    given(added, removed, restored).when(remove, context).then(removed));
  it('is not restored where it was never added', () =>
    given().when(restore, context).thenRefused('link/not-found'));
  it('is not restored where it was not removed', () =>
    given(added).when(restore, context).thenRefused('doc/not-removed'));
  it('is not restored into a folder that is removed', () =>
    given({ type: 'LinkAdded', data: { folderId: 'attic', ...data } }, removed)
      .when(restore, { ...context, folders: () => ({ parentId: null, removed: true }) })
      .thenRefused('folder/parent-removed'));
});
