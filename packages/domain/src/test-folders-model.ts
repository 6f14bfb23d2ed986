import { MAX_FOLDER_DEPTH } from '@feusa/contracts/folders';
import type { FolderCommand } from './folders.js';

/** A visible tree: folders by id. */
export type FolderNames = {
  readonly [id: string]: { readonly name: string; readonly folders: FolderNames };
};

interface Shelf {
  name: string;
  above: Shelf | null;
  readonly held: Map<string, Shelf>;
  readonly putAway: Map<string, Shelf>;
  burnt?: true;
}

/**
 * The tree of folders as a child would build it, for comparison only: shelves that hold shelves. Removing
 * takes a shelf off with all that it holds, restoring hangs it back where it was.
 */
export class ShelfModel {
  private readonly root: Shelf = { name: '', above: null, held: new Map(), putAway: new Map() };
  private readonly all = new Map<string, Shelf>();

  /** The type of the event that has to follow, or the code of the refusal. */
  run(id: string, command: FolderCommand): string {
    switch (command.name) {
      case 'add-folder':
        return this.add(id, command.body.name, command.body.parentId);
      case 'move-folder':
        return this.move(id, command.body.parentId);
      case 'restore-folder':
        return this.restore(id);
      case 'purge':
        return this.purge(id);
      case 'set-folder-access':
        return this.visible(id)?.above ? 'FolderAccessSet' : 'folder/not-found';
      default:
        return this.change(id, command);
    }
  }

  private change(
    id: string,
    { name, body }: Extract<FolderCommand, { name: 'rename-folder' | 'remove-folder' }>,
  ): string {
    const shelf = this.visible(id);
    if (!shelf?.above) return 'folder/not-found';
    if (name === 'remove-folder') return take(shelf, id);
    shelf.name = body.name;
    return 'FolderRenamed';
  }

  shown(shelf: Shelf = this.root): FolderNames {
    return Object.fromEntries(
      [...shelf.held].map(([id, held]) => [id, { name: held.name, folders: this.shown(held) }]),
    );
  }

  private add(id: string, name: string, parentId: string | null): string {
    const above = this.visible(parentId);
    if (!above) return 'folder/parent-not-found';
    if (levelOf(above) + 1 > MAX_FOLDER_DEPTH) return 'folder/too-deep';
    const shelf = { name, above, held: new Map(), putAway: new Map() };
    this.all.set(id, shelf);
    above.held.set(id, shelf);
    return 'FolderAdded';
  }

  private move(id: string, parentId: string | null): string {
    const shelf = this.visible(id);
    if (!shelf?.above) return 'folder/not-found';
    const target = parentId === null ? this.root : this.all.get(parentId);
    for (let at = target ?? null; at; at = at.above) if (at === shelf) return 'folder/cycle';
    const above = this.visible(parentId);
    if (!above) return 'folder/parent-not-found';
    if (levelOf(above) + heightOf(shelf) > MAX_FOLDER_DEPTH) return 'folder/too-deep';
    shelf.above.held.delete(id);
    shelf.above = above;
    above.held.set(id, shelf);
    return 'FolderMoved';
  }

  private restore(id: string): string {
    const shelf = this.all.get(id);
    if (!shelf?.above) return 'folder/not-found';
    if (isBurnt(shelf)) return 'trash/purged';
    if (!shelf.above.putAway.has(id)) return 'folder/not-removed';
    if (!this.reachable(shelf.above)) return 'folder/parent-removed';
    shelf.above.putAway.delete(id);
    shelf.above.held.set(id, shelf);
    return 'FolderRestored';
  }

  private purge(id: string): string {
    const shelf = this.all.get(id);
    if (!shelf?.above) return 'folder/not-found';
    if (isBurnt(shelf)) return 'trash/purged';
    if (!shelf.above.putAway.has(id)) return 'trash/not-in-it';
    shelf.burnt = true;
    return 'FolderPurged';
  }

  private visible(id: string | null): Shelf | undefined {
    const shelf = id === null ? this.root : this.all.get(id);
    return shelf && this.reachable(shelf) ? shelf : undefined;
  }

  private reachable(shelf: Shelf, from: Shelf = this.root): boolean {
    return from === shelf || [...from.held.values()].some((held) => this.reachable(shelf, held));
  }
}

function take(shelf: Shelf, id: string): string {
  shelf.above?.held.delete(id);
  shelf.above?.putAway.set(id, shelf);
  return 'FolderRemoved';
}

const isBurnt = (shelf: Shelf | null): boolean =>
  shelf !== null && (shelf.burnt === true || isBurnt(shelf.above));

const levelOf = ({ above }: Shelf): number => (above ? 1 + levelOf(above) : 0);
const heightOf = ({ held, putAway }: Shelf): number =>
  1 + Math.max(0, ...[...held.values(), ...putAway.values()].map(heightOf));
