import { describe, expect, it } from '@jest/globals';
import { textBounds } from '@feusa/contracts/find-bounds';
import type { TextFormat } from '@feusa/contracts/find';
import { extractHere } from './extract.js';
import { formatOf } from './format.js';
import { reasons } from './port.js';
import { archiveOf, docxOf, pdfOf } from './test-documents.js';

const MOST = textBounds.text.value;
const textOf = async (bytes: Buffer | string, format: TextFormat) => {
  const answer = await extractHere(Buffer.from(bytes), format);
  return 'text' in answer ? answer.text : answer;
};

describe('reads', () => {
  it.each(['plain', 'html'] as const)(
    '%s in the character set that was declared',
    async (format) => {
      const bytes = Buffer.from([0xcf, 0xf0, 0xe8]);
      expect(await extractHere(bytes, format, 'windows-1251')).toEqual({ text: 'При' });
      expect(await extractHere(bytes, format)).toEqual({ text: 'Ïðè' });
    },
  );

  it('Word, with a gap between paragraphs and without codes', async () => {
    expect(await textOf(docxOf('Oil & filter', 'Every 250 hours'), 'docx')).toBe(
      'Oil & filter Every 250 hours',
    );
    const parts = {
      'word/document.xml': '<w:p><w:instrText>PAGE</w:instrText><w:t>seen</w:t></w:p>',
      'word/footer1.xml': '<w:p><w:t>footer</w:t></w:p>',
    };
    expect(await textOf(archiveOf(parts), 'docx')).toBe('seen footer');
  });

  it('Excel: shared texts, texts in cells and numbers, without references', async () => {
    const sheet = `<c t="s"><v>0</v></c><c t="inlineStr"><is><t>Fargo</t></is></c><c><v>4711</v></c>`;
    const parts = {
      'xl/workbook.xml': '<workbook/>',
      'xl/sharedStrings.xml':
        '<sst><si><t>Part</t></si><si><r><t>Num</t></r><r><t>ber</t></r></si></sst>',
      'xl/worksheets/sheet1.xml': `<row>${sheet}</row>`,
    };
    expect(await textOf(archiveOf(parts), 'xlsx')).toBe('Part Number Fargo 4711');
  });

  it('PowerPoint in the order of its slides, and OpenDocument', async () => {
    const slides = [1, 2, 10].map((number) => [
      `ppt/slides/slide${number}.xml`,
      `<a:p><a:t>slide ${number}</a:t></a:p>`,
    ]);
    const pptx = archiveOf({ 'ppt/presentation.xml': '<p/>', ...Object.fromEntries(slides) });
    expect(await textOf(pptx, 'pptx')).toBe('slide 1 slide 2 slide 10');
    const content = '<text:h>Title</text:h><text:p>one<text:s/>two</text:p>';
    expect(await textOf(archiveOf({ 'content.xml': content }), 'odf')).toBe('Title one two');
  });

  it('PDF, page by page', async () => {
    expect(await textOf(pdfOf('First page', 'Second page'), 'pdf')).toBe('First page Second page');
  });

  it('a page as a browser shows it', async () => {
    const html = `<title>Manual</title><style>p{}</style><script>let a = "<p>no</p>"</script>
      <p>Gr&ouml;&szlig;e &#8211; <b>b</b>old<!-- no --></p><p>next</p>`;
    expect(await textOf(html, 'html')).toBe('Manual Größe – bold next');
  });

  it('a page where less than something is no tag', async () => {
    expect(await textOf('<p>gap < 3 mm, <b>torque</b> <50 Nm</p>', 'html')).toBe(
      'gap < 3 mm, torque <50 Nm',
    );
  });

  it('spreadsheets of programs that write a prefix', async () => {
    const sheet = '<x:row><x:c t="s"><x:v>0</x:v></x:c><x:c><x:v>4711</x:v></x:c></x:row>';
    const parts = {
      'xl/workbook.xml': '<x:workbook/>',
      'xl/sharedStrings.xml': '<x:sst><x:si><x:t>Part</x:t></x:si></x:sst>',
      'xl/worksheets/sheet1.xml': sheet,
    };
    expect(await textOf(archiveOf(parts), 'xlsx')).toBe('Part 4711');
  });

  it.each([
    ['UTF-8', Buffer.from('Größe')],
    ['UTF-16', Buffer.from('\ufeffGröße', 'utf16le')],
    ['Windows', Buffer.from('Größe', 'latin1')],
  ])('text in %s', async (_, bytes) => expect(await textOf(bytes, 'plain')).toBe('Größe'));

  it('by the type of the bytes, then by the name', () => {
    expect(formatOf('application/pdf', 'x')).toBe('pdf');
    expect(formatOf('text/plain', 'a.HTM')).toBe('html');
    expect(formatOf('text/plain', 'a.md')).toBe('plain');
    expect(formatOf('text/plain; charset=windows-1251', 'a.txt')).toBe('plain');
    expect(formatOf('application/octet-stream', 'broken.pdf')).toBe('pdf');
    expect(formatOf('application/x-cfb', 'locked.docx')).toBe('docx');
    expect(formatOf('application/xml', 'page.html')).toBe('html');
    expect(formatOf('application/msword', 'a.doc')).toBe('docx');
    expect(formatOf('image/png', 'a.pdf')).toBeUndefined();
    expect(formatOf('application/octet-stream', 'a.bin')).toBeUndefined();
  });
});

describe('says why not', () => {
  const older = Buffer.from('d0cf11e0a1b11ae1', 'hex');
  const word97 = Buffer.concat([older, Buffer.from('WordDocument', 'utf16le')]);
  const odfLocked = archiveOf({
    ...{ 'content.xml': 'no text', 'META-INF/manifest.xml': '<manifest:encryption-data/>' },
  });
  const encrypted = docxOf('secret');
  encrypted.writeUInt16LE(1, encrypted.lastIndexOf('PK\x01\x02') + 8);

  it.each([
    ['no PDF', Buffer.from('%PDF-1.4 and nothing'), 'pdf', reasons.damaged],
    ['no archive', Buffer.from('PK'), 'docx', reasons.damaged],
    ['an archive of something else', archiveOf({ 'a.txt': 'x' }), 'docx', reasons.damaged],
    ['a password', older, 'docx', reasons.locked],
    ['an older format', word97, 'docx', reasons.older],
    ['a password of OpenDocument', odfLocked, 'odf', reasons.locked],
    ['a password inside', encrypted, 'docx', reasons.locked],
    ['no text', docxOf(''), 'docx', reasons.empty],
    ['a scan', pdfOf(''), 'pdf', reasons.empty],
  ] as const)('%s', async (_, bytes, format, reason) =>
    expect(await textOf(bytes, format)).toEqual({ reason }),
  );
});

describe('bounds', () => {
  it('a bomb is unpacked up to a bound, whatever size it claims', async () => {
    const bomb = docxOf('x'.repeat(textBounds.unpacked.value + 1));
    expect(bomb.length).toBeLessThan(1024 * 1024);
    bomb.writeUInt32LE(10, bomb.lastIndexOf('PK\x01\x02') + 24);
    expect(await textOf(bomb, 'docx')).toEqual({ reason: reasons.tooLarge });
  });

  it('many parts share the bound', async () => {
    const part = `<si><t> </t></si>${' '.repeat(textBounds.unpacked.value / 4)}`;
    const names = [1, 2, 3, 4, 5].map((number) => [`xl/worksheets/sheet${number}.xml`, part]);
    const parts = { 'xl/workbook.xml': '', ...Object.fromEntries(names) };
    expect(await textOf(archiveOf(parts), 'xlsx')).toEqual({ reason: reasons.tooLarge });
  });

  it('a text is cut', async () => {
    const long = 'word '.repeat(MOST);
    for (const [bytes, format] of [
      [Buffer.from(long), 'plain'],
      [Buffer.from(`<p>${long}`), 'html'],
      [docxOf(long), 'docx'],
    ] as const)
      expect(String(await textOf(bytes, format)).length).toBeLessThanOrEqual(MOST);
  });

  it('entities that stand for one another stay as they are', async () => {
    const lol = '<!DOCTYPE x [<!ENTITY a "ha"><!ENTITY b "&a;&a;">]><w:p><w:t>&b;</w:t></w:p>';
    expect(await textOf(archiveOf({ 'word/document.xml': lol }), 'docx')).toContain('&b;');
  });
});

/** The same numbers from 0 up to `below` for the same seed. */
const numbers = (seed: number) => {
  let state = seed;
  return (below: number): number => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return (state >>> 8) % below;
  };
};

it('whatever happened to a document, there is an answer within the bounds', async () => {
  const whole: readonly (readonly [Buffer, TextFormat])[] = [
    [docxOf('Torque the bolts', 'every week'), 'docx'],
    [pdfOf('Grease', 'daily'), 'pdf'],
    [Buffer.from('<p title="a>b">x</p><![CDATA[y]]><!--'), 'html'],
    [Buffer.from('plain text'), 'plain'],
  ];
  for (let round = 0; round < 200; round++) {
    const next = numbers(round + 1);
    const [bytes, format] = whole[round % whole.length]!;
    const broken = Buffer.from(bytes.subarray(0, 1 + next(bytes.length)));
    for (let times = next(8); times > 0; times--) broken[next(broken.length)] = next(256);
    const answer = await extractHere(broken, format);
    const text = 'text' in answer ? answer.text : answer.reason;
    expect(text.length).toBeGreaterThan(0);
    expect(text.length).toBeLessThanOrEqual(MOST);
    expect(text.isWellFormed() && !text.includes('\0')).toBe(true);
  }
});
