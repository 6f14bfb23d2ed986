import { describe, expect, it } from '@jest/globals';
import type { Entry } from './entries.js';
import { overlay, temporaryId, type OwnChange } from './own-changes.js';
import { folder, page } from './test-page.js';

const own = (more: Partial<OwnChange>): OwnChange => ({
  key: 'k',
  folder: null,
  put: [],
  gone: new Set(),
  before: new Set(),
  ...more,
});
const names = (rows: readonly Entry[]) => rows.map(({ name }) => name);

describe('an own change', () => {
  const here = page({ folders: [folder('1', 'One')] });

  it('is shown, marked as saving, before the server answers', () => {
    const fresh = folder(temporaryId(), 'Two');
    const { page: result, saving } = overlay(here, null, [own({ put: [fresh] })]);
    expect(names(result.folders)).toEqual(['One', 'Two']);
    expect([...saving]).toEqual([fresh.id]);
  });

  it('is no longer marked once it is acknowledged', () =>
    expect(overlay(here, null, [own({ put: [folder('2')], position: 11 })]).saving.size).toBe(0));

  it('is not shown twice when its row arrives before the answer', () => {
    const arrived = page({ folders: [folder('1', 'One'), folder('2', 'Two')] });
    const { page: result } = overlay(arrived, null, [own({ put: [folder(temporaryId(), 'Two')] })]);
    expect(names(result.folders)).toEqual(['One', 'Two']);
  });

  it('stays beside a row of the same name that was there before', () => {
    const change = own({ put: [folder(temporaryId(), 'One')], before: new Set(['1']) });
    expect(names(overlay(here, null, [change]).page.folders)).toEqual(['One', 'One']);
  });

  it('takes a row out at once', () =>
    expect(overlay(here, null, [own({ gone: new Set(['1']) })]).page.folders).toEqual([]));

  it('leaves other folders alone', () =>
    expect(overlay(here, null, [own({ folder: 'other', gone: new Set(['1']) })]).page).toBe(here));
});
