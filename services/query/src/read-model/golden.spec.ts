import { open } from '@feusa/event-log/store/chain';
import { goldenLines } from '@feusa/testing/golden';
import { expect, it } from '@jest/globals';
import { evolveRow, type Row } from './rows.js';

it('every event that was ever stored still makes the rows that it made', () => {
  const rows = new Map<string, Row>();
  for (const event of goldenLines().map(open)) {
    const row = evolveRow(rows.get(event.stream), event);
    if (row) rows.set(event.stream, row);
    if (event.type === 'FileAdded') expect(row).toMatchObject({ fileVersion: 1 });
    if (event.type === 'FileReplaced')
      expect(row).toMatchObject({ fileVersion: 2, size: 3, mediaType: 'text/plain' });
  }
  const id = '00000000-0000-4000-8000-000100000001';
  const erased = `error-${id.replace(/1$/, '2')}`;
  expect(rows.get(erased)).toMatchObject({ details: '[erased]', errors: null, version: 2 });
  rows.delete(erased);
  const { folder, file, link, employee, error, group, ...others } = Object.fromEntries(
    [...rows].map(([stream, row]) => [stream.slice(0, stream.indexOf('-')), row]),
  );
  const present = { id, removedAt: null, removedBy: null };
  const at = (second: string) => `2026-11-21T08:00:${second}.000Z`;
  expect(folder).toEqual({
    ...present,
    version: 7,
    access: { read: [], manage: ['00000000-0000-4000-8000-00000000000a'] },
    addedAt: at('01'),
    purgedAt: at('38'),
    name: 'Manuals – Łąka 🚜',
    parentId: '00000000-0000-4000-8000-000400000001',
  });
  expect(file).toEqual({
    ...present,
    version: 11,
    addedAt: at('06'),
    purgedAt: at('39'),
    ...{ addedBy: 'system', changedAt: at('29'), changedBy: 'system' },
    kind: 'file',
    fileVersion: 3,
    folderId: '00000000-0000-4000-8000-000400000001',
    name: 'Plan (2).pdf',
    blob: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
    size: 8589934592,
    mediaType: 'application/pdf',
    acknowledgement: null,
    link: null,
  });
  expect(link).toEqual({
    ...present,
    version: 6,
    addedAt: at('09'),
    purgedAt: at('40'),
    ...{ addedBy: 'system', changedAt: at('31'), changedBy: 'system' },
    kind: 'link',
    folderId: '00000000-0000-4000-8000-000400000001',
    name: 'Rain',
    link: 'https://rain.example/',
    blob: null,
    size: null,
    mediaType: null,
    fileVersion: null,
    acknowledgement: null,
  });
  expect(employee).toEqual({
    ...present,
    version: 8,
    addedAt: at('12'),
    firstName: 'Łukasz',
    lastName: "O'Neil",
    phoneNumber: '+48 (600) 100-200',
    mobile: null,
    email: 'Lukasz@feusa.example',
    role: 'Foreman',
    location: 'Poznań',
    department: 'Workshop',
    manager: 'Ann Miller',
    request: null,
    managerId: '00000000-0000-4000-8000-000100000007',
    emailKey: 'lukasz@feusa.example',
    nameKey: "lukasz o'neil",
    managerKey: null,
    imageBlob: null,
    imageType: null,
  });
  expect(error).toEqual({
    ...present,
    version: 3,
    addedAt: at('19'),
    details: 'Upload failed',
    errors: {
      status: 507,
      tries: [1, 2.5, 1e21, -0.000001],
      by: null,
      '😀': { z: true, a: false },
    },
  });
  const members = ['00000000-0000-4000-8000-00000000000a'];
  expect(group).toEqual({ ...present, version: 5, addedAt: at('33'), name: 'Field', members });
  expect(others).toEqual({});
});
