import { expect, it } from '@jest/globals';
import type { LogEvent } from '../log-event.js';
import { momentAddress } from './moment-address.js';

const event = (type: string, stream: string, data: object) =>
  ({ type, stream, data, position: '42' }) as unknown as LogEvent;

it.each([
  ['FolderAdded', 'folder-b', { name: 'B', parentId: 'a' }, '/dashboard/b?at=42'],
  ['FolderRemoved', 'folder-b', { parentId: 'a' }, '/dashboard/a?at=42'],
  ['FolderPurged', 'folder-b', { parentId: null }, '/dashboard?at=42'],
  ['FileAdded', 'file-d', { folderId: 'a', name: 'D' }, '/dashboard/a?at=42'],
  ['LinkMoved', 'link-d', { folderId: 'c' }, '/dashboard/c?at=42'],
  ['EmployeeAdded', 'employee-e', { firstName: 'Ann' }, '/dashboard?at=42'],
  ['UserRegistered', 'user-u', { email: 'ann@feusa.example' }, '/dashboard?at=42'],
])('leads from %s of %s to the folder as it was then', (type, stream, data, address) => {
  expect(momentAddress(event(type, stream, data))).toBe(address);
});
