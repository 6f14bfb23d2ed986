import type { EmployeeView } from '@feusa/contracts/employees';
import type { HomeItem, ItemAddress } from '@feusa/contracts/home';
import type { SessionUser } from '@feusa/contracts/users';
import type { Sight } from '../access/access-model.js';
import type { FolderTree } from '../find/folder-tree.js';
import type { FindProjection } from '../find/find-projection.js';
import type { DocRow } from '../read-model/rows.js';

/** What something is called, and where it is. */
export type Thing = Omit<HomeItem, 'at'>;

/** What somebody may read, and where it is. */
export type Look = Pick<Sight, 'reads'> & Pick<FolderTree, 'path'>;

/** Finds things as they are now; what is removed, or lies in something that is, is left out. */
export class Things {
  constructor(private readonly projection: FindProjection) {}

  /** By their ids. */
  async find(items: readonly ItemAddress[], by: SessionUser): Promise<ReadonlyMap<string, Thing>> {
    if (items.length === 0) return new Map();
    const look = await this.lookOf(by);
    const docs = items.filter(({ kind }) => kind === 'file' || kind === 'link');
    const rows = await this.projection.model.database.find(
      'docs',
      docs.map(({ id }) => id),
    );
    const things = new Map(
      rows.flatMap((row) => this.doc(row, look)).map((each) => [each.id, each]),
    );
    const people = items.filter(({ kind }) => kind === 'person').map(({ id }) => id);
    const known = await this.projection.model.directory.known(people);
    for (const [id, json] of known) things.set(id, personIn(id, json));
    for (const { kind, id } of items) {
      const thing = kind === 'folder' && folderIn(id, look);
      if (thing) things.set(id, thing);
    }
    return new Map(
      items.flatMap(({ kind, id }) =>
        things.get(id)?.kind === kind ? [[id, things.get(id)!]] : [],
      ),
    );
  }

  async lookOf(by: SessionUser): Promise<Look> {
    const folders = await this.projection.folders();
    const { reads } = this.projection.model.access.sightOf(by);
    return { reads, path: (id) => folders.path(id) };
  }

  /** None where it can't be seen. */
  doc(row: DocRow, { reads, path: pathOf }: Look): Thing[] {
    const { kind, id, name, folderId, link, size, fileVersion, removedAt } = row;
    const isSeen = removedAt === null && reads(folderId);
    const path = isSeen ? pathOf(folderId) : undefined;
    if (!path) return [];
    const facts =
      kind === 'link' ? { link: link ?? '' } : { size: size ?? 0, fileVersion: fileVersion ?? 1 };
    return [{ kind, id, name, path, ...facts }];
  }
}

function folderIn(id: string, { reads, path: pathOf }: Look): Thing | undefined {
  const path = reads(id) ? pathOf(id) : undefined;
  const own = path?.pop();
  return own && path && { kind: 'folder', id, name: own.name, path };
}

function personIn(id: string, json: string): Thing {
  const { firstName, lastName, role, file } = JSON.parse(json) as EmployeeView;
  const name = `${firstName} ${lastName}`;
  return { kind: 'person', id, name, path: [], role, ...(file !== undefined && { photo: file }) };
}
