import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { textBounds } from '@feusa/contracts/find-bounds';
import { openTextExtractor } from './child.js';
import { reasons, type TextExtractor } from './port.js';
import { docxOf, pdfOf } from './test-documents.js';

const program = path.join(import.meta.dirname, '../apart/test-program.mjs');
const MIB = 1024 * 1024;

describe('a document that breaks its reader', () => {
  const cases = [
    ['ends it', 'crash', {}, [reasons.damaged]],
    ['goes on without an end', 'endless', { timeMs: 3000 }, [reasons.tooSlow]],
    ['takes all memory', 'greedy', { memory: 300 * MIB }, [reasons.tooMuch]],
    ['breaks it in its depths', 'abort', {}, [reasons.tooMuch]],
  ] as const;

  it.each(cases)('%s: it costs itself, and the next one is read', async (_, text, limits, why) => {
    const extractor = openTextExtractor({ program, ...limits });
    const all = ['before', text, 'after'].map((each) =>
      extractor.extract(Buffer.from(each), 'plain'),
    );
    const [before, broken, after] = await Promise.all(all);
    expect(before).toEqual({ text: 'before' });
    expect(why.map((reason) => ({ reason }))).toContainEqual(broken);
    expect(after).toEqual({ text: 'after' });
    await extractor.close();
  });

  it('is not even begun where it is too large', async () => {
    const extractor = openTextExtractor({ program });
    const bytes = Buffer.alloc(textBounds.fileSize.value + 1);
    expect(await extractor.extract(bytes, 'plain')).toEqual({ reason: reasons.tooLarge });
    await extractor.close();
  });
});

describe('the process that reads documents', () => {
  let extractor: TextExtractor;
  beforeAll(() => {
    extractor = openTextExtractor();
  });
  afterAll(() => extractor.close());

  it('reads them', async () => {
    expect(await extractor.extract(docxOf('Torque the bolts'), 'docx')).toEqual({
      text: 'Torque the bolts',
    });
    expect(await extractor.extract(pdfOf('Grease every week'), 'pdf')).toEqual({
      text: 'Grease every week',
    });
  });

  it('goes on after it was closed, as another service may lead again', async () => {
    await extractor.close();
    expect(await extractor.extract(Buffer.from('again'), 'plain')).toEqual({ text: 'again' });
  });
});
