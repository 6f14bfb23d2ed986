import { folderTopic, type Change, type Topic } from '@feusa/contracts/live';
import type { StoredEvent } from '@feusa/contracts/events';
import { nounOf } from '@feusa/contracts/events';

/** What an event changes on which screens; the row of a `put` is added where somebody watches. */
export interface TopicChange {
  readonly topic: Topic;
  readonly op: Change['op'];
}

/** Derived from the event alone, so that what a browser missed can be told again at any time. */
export function changesOf(event: StoredEvent): readonly TopicChange[] {
  switch (event.type) {
    case 'FolderMoved': {
      const { parentId, fromParentId } = event.data;
      const put: TopicChange = { topic: folderTopic(parentId), op: 'put' };
      if (parentId === fromParentId) return [put];
      return [{ topic: folderTopic(fromParentId), op: 'remove' }, put];
    }
    case 'FolderAdded':
    case 'FolderRenamed':
    case 'FolderRestored':
      return [{ topic: folderTopic(event.data.parentId), op: 'put' }];
    case 'FolderRemoved':
      return [{ topic: folderTopic(event.data.parentId), op: 'remove' }];
    case 'FileAdded':
    case 'FileRestored':
    case 'LinkAdded':
    case 'LinkRestored':
      return [{ topic: folderTopic(event.data.folderId), op: 'put' }];
    case 'FileRemoved':
    case 'LinkRemoved':
      return [{ topic: folderTopic(event.data.folderId), op: 'remove' }];
    case 'EmployeeAdded':
    case 'EmployeeUpdated':
    case 'EmployeeRestored':
    case 'ErrorLogged':
      return [{ topic: listOf(event), op: 'put' }];
    case 'EmployeeRemoved':
    case 'ErrorRemoved':
      return [{ topic: listOf(event), op: 'remove' }];
    case 'UserRegistered':
    case 'UserRoleSet':
    case 'UserRemoved':
      return [];
  }
}

const listOf = ({ stream }: StoredEvent): Topic =>
  nounOf(stream) === 'employee' ? 'employees' : 'errors';
