import { randomUUID } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { pageFrom } from '@feusa/files/preview/converter';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { get, openTestApp, type TestApp } from './test-app.js';
import { paragraph, wordDocument, workbook } from './test-office.js';

const OFFICE = 'application/vnd.openxmlformats-officedocument';
const DOCX = `${OFFICE}.wordprocessingml.document`;
const XLSX = `${OFFICE}.spreadsheetml.sheet`;

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
});
afterAll(() => app.close());

const look = async (bytes: Buffer | string, name: string, mediaType: string) => {
  const url = await app.put(bytes, name, mediaType);
  const answer = await get(app, `${url}/preview`);
  return { ...answer, url, text: answer.body.toString() };
};

describe('what is shown as it is', () => {
  it('an image', async () => {
    const image = sharp({ create: { width: 4, height: 4, channels: 3, background: 'teal' } });
    const bytes = await image.png().toBuffer();
    const { status, headers, body } = await look(bytes, 'p.png', 'image/png');
    expect([status, headers['content-type']]).toEqual([200, 'image/png']);
    expect(headers['content-disposition']).toMatch(/^inline/);
    expect(headers['content-security-policy']).toMatch(/^sandbox; default-src 'none'/);
    expect(body.equals(bytes)).toBe(true);
  });

  it('a PDF, by range too', async () => {
    const { status, headers, url } = await look('%PDF-1.7 page', 'p.pdf', 'application/pdf');
    expect([status, headers['content-type']]).toEqual([200, 'application/pdf']);
    expect(headers['content-security-policy']).toContain("default-src 'none'");
    expect(headers['x-frame-options']).toBe('SAMEORIGIN');
    const part = await get(app, `${url}/preview`, { range: 'bytes=0-3' });
    expect([part.status, part.body.toString()]).toEqual([206, '%PDF']);
  });
});

describe('a page that is made', () => {
  it('of a Word document, with nothing in it that runs or leads away', async () => {
    const link = '<w:p><w:hyperlink r:id="rIdLink"><w:r><w:t>here</w:t></w:r></w:hyperlink></w:p>';
    const body = paragraph('Oil &amp; grease &lt;script&gt;alert(1)&lt;/script&gt;') + link;
    const { status, headers, text } = await look(
      wordDocument(body, 'javascript:alert(1)'),
      'oil.docx',
      DOCX,
    );
    expect([status, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
    expect(headers['content-security-policy']).toMatch(/^sandbox; default-src 'none'/);
    expect(headers['x-content-type-options']).toBe('nosniff');
    expect(text).toContain('Oil &amp; grease &lt;script&gt;alert(1)');
    expect(text).toContain('here');
    expect(text).not.toMatch(/<script|javascript:|href/i);
  });

  it('of a workbook', async () => {
    const rows = [
      ['Part', 'Price'],
      ['&lt;b&gt;Belt&lt;/b&gt;', '12.50'],
    ];
    const { status, headers, text } = await look(workbook('Prices', rows), 'prices.xlsx', XLSX);
    expect([status, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
    expect(headers['content-security-policy']).toMatch(/^sandbox; default-src 'none'/);
    expect(text).toContain('<h2>Prices</h2>');
    expect(text).toContain('<td>&lt;b&gt;Belt&lt;/b&gt;</td><td>12.50</td>');
  });

  it('of Markdown', async () => {
    const source =
      '# Oil\n\n<script>alert(1)</script>\n\n[x](javascript:alert(1)) ![y](https://spy.example/a.png)' +
      '\n\n<img src="x" onerror="alert(1)"><b onclick="alert(1)">bold</b>';
    const { text } = await look(source, 'README.md', 'text/plain');
    expect(text).toContain('<h1>Oil</h1>');
    expect(text).toContain('<b>bold</b>');
    expect(text).not.toMatch(/<script|javascript:|spy\.example|onerror|onclick/);
  });

  it.each([
    ['a,"b, c"\n<i>,2\n', 'a.csv'],
    ['a;"b, c"\n<i>;2\n', 'b.csv'],
    ['a\t"b, c"\n<i>\t2\n', 'c.tsv'],
  ])('of values with separators: %j', async (source, name) => {
    const { text } = await look(source, name, 'text/plain');
    expect(text).toContain('<tr><td>a</td><td>b, c</td></tr><tr><td>&lt;i&gt;</td><td>2</td></tr>');
  });

  it('of text, whatever it is written in', async () => {
    const latin = await look(Buffer.from('Öl <b>', 'latin1'), 'a.txt', 'text/plain');
    expect(latin.text).toContain('<pre>Öl &lt;b&gt;</pre>');
    const page = await look('<!doctype html><script>1</script>', 'page.html', 'text/plain');
    expect(page.text).toContain('&lt;script&gt;');
  });

  it('of text in the character set that was declared with it, and of the same bytes without', async () => {
    const bytes = Buffer.from([0xcf, 0xf0, 0xe8]);
    const declared = await look(bytes, 'a.txt', 'text/plain; charset=windows-1251');
    expect(declared.text).toContain('<pre>При</pre>');
    expect((await look(bytes, 'a.txt', 'text/plain')).text).toContain('<pre>Ïðè</pre>');
  });

  it('of text in UTF-8 with a bad byte', async () => {
    const bytes = Buffer.concat([Buffer.from('Größe für Öl '), Buffer.from([0xe9])]);
    const { text } = await look(bytes, 'a.txt', 'text/plain');
    expect(text).toContain('<pre>Größe für Öl \ufffd</pre>');
  });

  it('says where the file has more', async () => {
    const rows = Array.from({ length: 2500 }, (_, n) => `${n},x`).join('\n');
    const { text } = await look(rows, 'long.csv', 'text/plain');
    expect(text).toContain('There is more in the file.');
    expect(text.match(/<tr>/g)).toHaveLength(2000);
  });

  it('is kept by its bytes, and not sent to who has it', async () => {
    const { url, headers, body } = await look('kept', 'kept.txt', 'text/plain');
    const { blob } = app.files.get(url.slice('/files/'.length))!;
    const kept = await readdir(path.join(app.home, 'previews'));
    expect(kept.filter((name) => name.startsWith(blob))).toHaveLength(1);
    expect((await get(app, `${url}/preview`)).body.equals(body)).toBe(true);
    const again = await get(app, `${url}/preview`, { 'if-none-match': headers.etag });
    expect([again.status, again.body.length]).toEqual([304, 0]);
  });
});

describe('where there is no preview', () => {
  const problem = async (...file: Parameters<typeof look>) => {
    const { status, text } = await look(...file);
    return [status, (JSON.parse(text) as { code: string }).code];
  };

  it.each([
    'application/octet-stream',
    'text/html',
    'image/svg+xml',
    'video/mp4',
    'application/zip',
  ])('of %s: 415', async (type) =>
    expect(await problem('x', 'x', type)).toEqual([415, 'preview/none']),
  );

  it('of a damaged file, twice, and the next is well', async () => {
    const damaged = () => problem('PK not really', 'bad.docx', DOCX);
    expect([await damaged(), await damaged()]).toEqual(
      Array.from({ length: 2 }, () => [422, 'preview/unreadable']),
    );
    expect((await look(wordDocument(paragraph('Fine')), 'good.docx', DOCX)).status).toBe(200);
  });

  it('of what takes too long, or too much memory', async () => {
    const bytes = Buffer.from('text');
    const refused = { code: 'preview/too-large' };
    await expect(pageFrom(bytes, 'text', { timeMs: 1 })).rejects.toMatchObject(refused);
    await expect(pageFrom(bytes, 'text', { memory: 1 })).rejects.toMatchObject(refused);
  });

  it('of what is not there, and for nobody who is signed out', async () => {
    expect((await get(app, `/files/${randomUUID()}/preview`)).status).toBe(404);
    const { url } = await look('x', 'x.txt', 'text/plain');
    expect((await get(app, `${url}/preview`, {}, { as: '' })).status).toBe(401);
    expect((await get(app, `${url}/preview?more=1`)).status).toBe(400);
  });
});
