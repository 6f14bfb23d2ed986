import { describe, it } from '@jest/globals';
import type { Doc, DocContext } from './doc.js';
import { files, links, type FileCommand, type LinkCommand } from './docs.js';
import type { Naming } from './naming.js';
import { specOf } from './test-decider.js';
import type { FolderNode } from './tree.js';

const folders = (id: string): FolderNode | undefined =>
  ({
    manuals: { parentId: null, removed: false },
    forms: { parentId: null, removed: false },
    attic: { parentId: null, removed: true },
  })[id];
const by = { id: 'ann', mayRestoreAll: true };
const context: DocContext = { id: 'd1', by, folders };
const content = { blob: 'ab'.repeat(32), size: 4711, mediaType: 'application/pdf' };

/** Another thing of this name is in every folder. */
const takenBy = (name: string, onConflict: Naming['onConflict']): DocContext => ({
  ...context,
  naming: {
    onConflict,
    named: (key) => (key === name ? [{ id: 'other', kind: 'file', name }] : []),
  },
});

describe('a file that is there', () => {
  const { given } = specOf(files);
  const addedTo = (folderId: string, name = 'plough.pdf') =>
    ({ type: 'FileAdded', data: { folderId, name, ...content } }) as const;
  const removed = { type: 'FileRemoved', data: { folderId: 'manuals' } } as const;
  const rename = (name: string): FileCommand => ({ name: 'rename-file', body: { id: 'd1', name } });
  const renamedTo = (name: string) =>
    ({ type: 'FileRenamed', data: { folderId: 'manuals', name } }) as const;
  const moveTo = (folderId: string): FileCommand => ({
    name: 'move-file',
    body: { id: 'd1', folderId },
  });
  const movedTo = (folderId: string, name?: string) =>
    ({
      type: 'FileMoved',
      data: { folderId, fromFolderId: 'manuals', ...(name !== undefined && { name }) },
    }) as const;

  it('is renamed', () =>
    given(addedTo('manuals')).when(rename('harrow.PDF'), context).then(renamedTo('harrow.PDF')));
  it.each(['plough.docx', 'plough', 'plough.pdf.docx', '.pdf'])('is not renamed to %s', (name) =>
    given(addedTo('manuals'))
      .when(rename(name), context)
      .thenRefused('file/other-extension', { fields: { name: 'The name must end in .pdf' } }),
  );
  it('gets no ending where it has none', () =>
    given(addedTo('manuals', 'README'))
      .when(rename('README.txt'), context)
      .thenRefused('file/other-extension', { fields: { name: 'The name must have no ending' } }));
  it('is not renamed where it was removed, or its folder was', () => {
    given(addedTo('manuals'), removed).when(rename('a.pdf'), context).thenRefused('file/not-found');
    given(addedTo('attic')).when(rename('a.pdf'), context).thenRefused('file/not-found');
    given().when(rename('a.pdf'), context).thenRefused('file/not-found');
  });
  it('keeps its ending under a name that is free', () => {
    given(addedTo('manuals'))
      .when(rename('a.pdf'), takenBy('a.pdf', 'keep-both'))
      .then(renamedTo('a (2).pdf'));
    given(addedTo('manuals'))
      .when(rename('a.pdf'), takenBy('a.pdf', 'refuse'))
      .thenRefused('name-taken', { id: 'other', suggestion: 'a (2).pdf' });
  });

  it('is moved', () =>
    given(addedTo('manuals')).when(moveTo('forms'), context).then(movedTo('forms')));
  it('is moved under a name that is free', () =>
    given(addedTo('manuals'))
      .when(moveTo('forms'), takenBy('plough.pdf', 'keep-both'))
      .then(movedTo('forms', 'plough (2).pdf')));
  it('gets an earlier name back as a move is undone', () =>
    given(addedTo('manuals', 'plough (2).pdf'))
      .when(moveTo('forms'), { ...context, earlier: { name: 'plough.pdf' } })
      .then(movedTo('forms', 'plough.pdf')));
  it('is moved into no folder that is removed or unknown', () => {
    for (const folderId of ['attic', 'nowhere'])
      given(addedTo('manuals')).when(moveTo(folderId), context).thenRefused('folder/not-found');
  });
  it('is not moved where it was removed', () =>
    given(addedTo('manuals'), removed)
      .when(moveTo('forms'), context)
      .thenRefused('file/not-found'));
  it('is removed from where it was moved to, and restored there under its new name', () => {
    const gone = { type: 'FileRemoved', data: { folderId: 'forms' } } as const;
    const history = [addedTo('manuals'), movedTo('forms', 'b.pdf')] as const;
    given(...history)
      .when({ name: 'remove-file', body: { id: 'd1' } }, context)
      .then(gone);
    given(...history, gone)
      .when({ name: 'restore-file', body: { id: 'd1' } }, takenBy('b.pdf', 'keep-both'))
      .then({ type: 'FileRestored', data: { folderId: 'forms', name: 'b (2).pdf' } });
  });

  const source: Doc = {
    kind: 'file',
    folderId: 'manuals',
    name: 'a.pdf',
    removed: false,
    versions: [content],
  };
  const copyTo = (folderId: string): FileCommand => ({
    name: 'copy-file',
    body: { id: 'd0', folderId },
  });
  it('is copied with its content', () =>
    given()
      .when(copyTo('forms'), { ...context, source })
      .then({
        type: 'FileAdded',
        data: { folderId: 'forms', name: 'a.pdf', ...content, copyOf: 'd0' },
      }));
  it('is not copied where nobody can see it, nor into a removed folder', () => {
    given()
      .when(copyTo('forms'), { ...context, source: null })
      .thenRefused('file/not-found');
    given()
      .when(copyTo('attic'), { ...context, source })
      .thenRefused('folder/not-found');
  });
  it('is copied under a name that is free', () =>
    given()
      .when(copyTo('forms'), { ...takenBy('a.pdf', 'refuse'), source })
      .thenRefused('name-taken', { suggestion: 'a (2).pdf' }));
});

describe('a link that is there', () => {
  const { given } = specOf(links);
  const weather = { name: 'Weather', link: 'https://weather.example/' };
  const added = { type: 'LinkAdded', data: { folderId: 'manuals', ...weather } } as const;
  const removed = { type: 'LinkRemoved', data: { folderId: 'manuals' } } as const;
  const rain = { name: 'Rain', link: 'https://rain.example/' };
  const edit: LinkCommand = { name: 'edit-link', body: { id: 'd1', ...rain } };
  const move: LinkCommand = { name: 'move-link', body: { id: 'd1', folderId: 'forms' } };
  const copy: LinkCommand = { name: 'copy-link', body: { id: 'd0', folderId: 'forms' } };

  it('gets another name and address', () =>
    given(added)
      .when(edit, context)
      .then({ type: 'LinkEdited', data: { folderId: 'manuals', ...rain } }));
  it('is not edited where it was removed, or under a name that is taken', () => {
    given(added, removed).when(edit, context).thenRefused('link/not-found');
    given(added)
      .when(edit, takenBy('Rain', 'refuse'))
      .thenRefused('name-taken', { suggestion: 'Rain (2)' });
  });
  it('is moved', () =>
    given(added)
      .when(move, context)
      .then({ type: 'LinkMoved', data: { folderId: 'forms', fromFolderId: 'manuals' } }));
  it('is not moved where it was removed', () =>
    given(added, removed).when(move, context).thenRefused('link/not-found'));
  it('is copied with its address', () => {
    const source: Doc = {
      kind: 'link',
      folderId: 'manuals',
      removed: false,
      versions: [],
      ...rain,
    };
    given()
      .when(copy, { ...context, source })
      .then({ type: 'LinkAdded', data: { folderId: 'forms', ...rain, copyOf: 'd0' } });
    given()
      .when(copy, { ...context, source: null })
      .thenRefused('link/not-found');
  });
});
