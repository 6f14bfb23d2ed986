import { idOf, type StoredEvent } from '@feusa/contracts/events';
import type { DocEventType } from '@feusa/domain/doc';
import { normalEmail } from '@feusa/contracts/text';
import { expect } from '@jest/globals';

const isOfDoc = (event: StoredEvent): event is StoredEvent<DocEventType> =>
  'folderId' in event.data;

/** The rules between streams, checked at every moment of the log. */
export class Company {
  private readonly folders = new Map<string, { parentId: string | null; removed: boolean }>();
  private readonly emails = new Map<string, string>();
  private readonly admins = new Set<string>();

  take(event: StoredEvent): void {
    if (isOfDoc(event)) return this.seePlaces(event.data);
    const id = idOf(event.stream);
    switch (event.type) {
      case 'FolderAdded':
      case 'FolderMoved':
      case 'FolderRestored':
        this.see(event.data.parentId);
        this.folders.set(id, { parentId: event.data.parentId, removed: false });
        return this.see(id);
      case 'FolderRenamed':
        return this.see(id);
      case 'FolderRemoved':
        this.see(id);
        return void this.folders.set(id, { parentId: event.data.parentId, removed: true });
      case 'UserRegistered':
        return this.register(id, normalEmail(event.data.email), event.data.role);
      case 'UserRoleSet':
        return this.setRole(id, event.data.role);
      case 'UserRemoved':
        this.setRole(id, 'basic');
        return void this.emails.delete(id);
      default:
    }
  }

  /** That everybody can see a folder: it and all that it lies in is there. */
  private see(folder: string | null): void {
    let steps = 0;
    for (let id = folder; id !== null; id = this.folders.get(id)!.parentId) {
      expect(this.folders.get(id)).toMatchObject({ removed: false });
      expect(++steps).toBeLessThanOrEqual(this.folders.size);
    }
  }

  private seePlaces(data: StoredEvent<DocEventType>['data']): void {
    this.see(data.folderId);
    if ('fromFolderId' in data) this.see(data.fromFolderId);
  }

  private register(id: string, email: string, role: string): void {
    expect([...this.emails.values()]).not.toContain(email);
    this.emails.set(id, email);
    if (role === 'admin') this.admins.add(id);
  }

  private setRole(id: string, role: string): void {
    expect(this.emails.has(id)).toBe(true);
    if (role === 'admin') this.admins.add(id);
    else if (this.admins.delete(id)) expect(this.admins.size).toBeGreaterThan(0);
  }
}
