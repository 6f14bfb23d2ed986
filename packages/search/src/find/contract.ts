import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { DocumentIndex, EntryKind, FindEntry, FindQuery } from './port.js';

const kinds: readonly EntryKind[] = ['folder', 'file', 'link'];
const id = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
const [TOP, INNER, OTHER] = [id(1), id(2), id(3)];
const blob = (digit: string) => digit.repeat(64);

const entry = (number: number, name: string, more: Partial<FindEntry> = {}): FindEntry => ({
  ...{ id: id(number), version: 1, kind: 'file', name, folderId: TOP, isRemoved: false },
  ...{ changedAt: '2026-05-01T00:00:00.000Z', blob: null, format: null },
  ...more,
});
const withText = (number: number, name: string, digit: string): FindEntry =>
  entry(number, name, { blob: blob(digit), format: 'plain' });

/** What every index of names and texts does. `open` gives an empty one. */
export const documentsContract = (name: string, open: () => Promise<DocumentIndex>) =>
  describe(`document index contract: ${name}`, () => {
    let index: DocumentIndex;
    const find = async (text: string, more: Partial<FindQuery> = {}) => {
      const wanted = { sets: [text.split(' ')], kinds, hidden: [], ...more };
      const { candidates, counts } = await index.find(wanted);
      const found = candidates.map((each) => Number(each.id.slice(-4)));
      return { found: found.sort((a, b) => a - b).join(' '), candidates, counts };
    };
    const ids = async (text: string, more?: Partial<FindQuery>) => (await find(text, more)).found;

    beforeEach(async () => {
      index = await open();
      await index.prepare();
      await index.put([
        entry(1, 'Manuals', { kind: 'folder', folderId: null }),
        entry(2, 'Combine Größen', { kind: 'folder' }),
        entry(11, 'Oil-filter_8R.pdf', { folderId: INNER }),
        entry(12, 'Combine dealer', { kind: 'link', folderId: OTHER }),
        withText(13, 'Service.txt', 'a'),
      ]);
      await index.putText(blob('a'), { text: 'Drain the oil while it is warm' });
    });
    afterEach(() => index.clear());

    it.each([
      ['comb', '2 12'],
      ['grossen', '2'],
      ['filter oil', '11'],
      ['8r', '11'],
      ['pdf', '11'],
      ['ilter', ''],
      ['oil', '11 13'],
      ['service warm', '13'],
      ['service cold', ''],
      ['wa', ''],
      ['it', '13'],
    ])('finds every word by its beginning, in names and texts: %s', async (text, found) =>
      expect(await ids(text)).toBe(found),
    );

    it('tells names from texts, and counts all kinds whichever are listed', async () => {
      const { candidates, counts } = await find('oil', { kinds: ['file'] });
      const byName = candidates.map((each) => [each.byName, each.rank > 0]);
      expect(byName).toContainEqual([true, true]);
      expect(byName).toContainEqual([false, true]);
      expect(counts).toEqual({ folder: 0, file: 2, link: 0 });
      expect((await find('combine', { kinds: [] })).counts).toEqual({
        folder: 1,
        file: 0,
        link: 1,
      });
    });

    it('says whether there is anything, and lists nothing', async () => {
      const whether = async (text: string, more: Partial<FindQuery> = {}) => {
        const { candidates, counts } = await find(text, { kinds: [], isWhether: true, ...more });
        expect(candidates).toEqual([]);
        return kinds.some((kind) => counts[kind] > 0);
      };
      expect(await whether('oil')).toBe(true);
      expect(await whether('combine')).toBe(true);
      expect(await whether('combine', { hidden: [TOP, INNER, OTHER] })).toBe(false);
      expect(await whether('xyzzy')).toBe(false);
    });

    it('leaves out what is hidden, or lies elsewhere', async () => {
      expect(await ids('combine', { hidden: [OTHER] })).toBe('2');
      const { found, counts } = await find('combine', { hidden: [INNER, OTHER] });
      expect([found, counts]).toEqual(['', { folder: 0, file: 0, link: 0 }]);
      expect(await ids('oil', { within: [INNER] })).toBe('11');
      expect(await ids('combine', { within: [] })).toBe('');
    });

    it('leaves out what was changed at another time', async () => {
      const changedAt = '2026-06-01T12:00:00.000Z';
      await index.put([entry(16, 'Combine check', { changedAt })]);
      expect(await ids('combine', { from: changedAt })).toBe('16');
      expect(await ids('combine', { to: changedAt })).toBe('2 12 16');
      expect(await ids('combine', { to: '2026-05-31T00:00:00.000Z' })).toBe('2 12');
      const { counts } = await find('combine', { from: changedAt });
      expect(counts).toEqual({ folder: 0, file: 1, link: 0 });
    });

    it('finds by one of several sets, and says which words something has', async () => {
      expect(await ids('', { sets: [['oil', 'warm'], ['combine']] })).toBe('2 12 13');
      const has = await index.wordsIn([id(13), id(12)], ['oil', 'warm', 'combine']);
      expect(has.get(id(13))).toEqual(['oil', 'warm']);
      expect(has.get(id(12))).toEqual(['combine']);
    });

    it('says what there is, whatever else believes it', async () => {
      const known = await index.known([id(12), id(99)]);
      expect([...known]).toEqual([
        [id(12), { kind: 'link', name: 'Combine dealer', folderId: OTHER, blob: null }],
      ]);
      await index.put([entry(12, 'Combine dealer', { version: 2, isRemoved: true })]);
      expect((await index.known([id(12)])).size).toBe(0);
    });

    it('finds what was just written where that is asked for', async () => {
      await index.put([entry(18, 'Baler twine')]);
      expect(await ids('baler', { isStrong: true })).toBe('18');
    });

    it('follows renames, removals and returns; what comes late changes nothing', async () => {
      await index.put([entry(12, 'Harvester', { kind: 'link', version: 3 })]);
      await index.put([entry(12, 'Combine dealer', { kind: 'link', version: 2 })]);
      expect([await ids('combine'), await ids('harv')]).toEqual(['2', '12']);
      await index.put([entry(12, 'Harvester', { kind: 'link', version: 4, isRemoved: true })]);
      await index.put([entry(12, 'Harvester', { kind: 'link', version: 3 })]);
      expect(await ids('harv')).toBe('');
      await index.put([entry(12, 'Harvester', { kind: 'link', version: 5 })]);
      expect(await ids('harv')).toBe('12');
    });

    it('a text belongs to its bytes: to every file that has them, whatever comes first', async () => {
      await index.put([withText(14, 'Copy.txt', 'a'), withText(15, 'New.txt', 'b')]);
      expect(await ids('drain')).toBe('13 14');
      expect(await index.due(10)).toEqual([
        { blob: blob('b'), format: 'plain', charset: null, isRead: false },
      ]);
      await index.putText(blob('b'), { text: 'Drain again' });
      expect(await ids('drain')).toBe('13 14 15');
      await index.put([{ ...withText(15, 'New.txt', 'a'), version: 2 }]);
      expect(await ids('again')).toBe('');
      expect(await index.due(10)).toEqual([]);
      expect((await index.texts([blob('a'), blob('f')])).get(blob('a'))).toContain('warm');
    });

    it('says in which character set a text that is due was declared', async () => {
      const [format, charset] = ['plain', 'windows-1251'] as const;
      await index.put([{ ...withText(16, 'Old.txt', 'e'), charset }]);
      expect(await index.due(10)).toEqual([{ blob: blob('e'), format, charset, isRead: false }]);
    });

    it('tells faults in order, each once', async () => {
      await index.putText(blob('c'), { reason: 'It is broken' });
      await index.putText(blob('c'), { reason: 'again' });
      await index.putText(blob('d'), { reason: 'It is locked' });
      const faults = await index.faults(0);
      expect(faults.map(({ reason }) => reason)).toEqual(['It is broken', 'It is locked']);
      expect(await index.faults(faults[0]!.number)).toEqual([faults[1]]);
      expect(await index.faults(faults[1]!.number)).toEqual([]);
    });

    it('has another revision after every change, and the same where nothing is new', async () => {
      const revisions = [await index.revision()];
      const after = async (change: Promise<void>) => {
        await change;
        revisions.push(await index.revision());
      };
      await after(index.put([withText(17, 'Later.txt', 'e')]));
      await after(index.putText(blob('e'), { text: 'Later' }));
      await after(index.forget([blob('e')]));
      expect(revisions).toEqual([...new Set(revisions)].sort((a, b) => a - b));
      expect(await index.revision()).toBe(revisions.at(-1));
    });

    it('erases texts, and nothing but the name is left', async () => {
      const all: string[] = [];
      for await (const some of index.blobs()) all.push(...some);
      expect(all).toEqual([blob('a')]);
      await index.forget(all);
      expect([await ids('warm'), await ids('service')]).toEqual(['', '13']);
      expect((await index.texts(all)).size).toBe(0);
    });

    it('knows how far it is, and never goes back within a rebuild', async () => {
      expect(await index.progress()).toBeUndefined();
      await index.saveProgress(7, 'one');
      await index.saveProgress(5, 'one');
      expect(await index.progress()).toEqual({ position: 7, generation: 'one' });
      await index.saveProgress(2, 'two');
      expect(await index.progress()).toEqual({ position: 2, generation: 'two' });
    });

    it('takes no text for an operator', async () => {
      await index.put([entry(20, `a' & !b | zq:* \\ <-> ''`, { version: 2 })]);
      await index.putText(blob('e'), { text: `it's "quoted" \\ & | ! :*` });
      expect(await ids('zq')).toBe('20');
    });
  });
