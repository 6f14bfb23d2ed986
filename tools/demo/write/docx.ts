import { escaped, writePackage } from './ooxml.js';
import type { Block, Paper } from './paper.js';

const WORD = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main';
/** Width of the text in twentieths of a point. */
const WIDTH = 9360;

/** Writes a document as DOCX. */
export function writeDocx(paper: Paper): Buffer {
  const blocks = paper.blocks.map(blockXml).join('');
  const body =
    paragraph(paper.title, 'Title') +
    paragraph(`${paper.subtitle}  \u2022  ${paper.number}`, 'Subtitle') +
    blocks +
    '<w:sectPr><w:pgSz w:w="12240" w:h="15840"/>' +
    '<w:pgMar w:top="1440" w:right="1440" w:bottom="1440" w:left="1440" w:header="720" w:footer="720" w:gutter="0"/></w:sectPr>';
  const part = (name: string, type: string, xml: string) => ({
    path: `word/${name}.xml`,
    type: `wordprocessingml.${type}`,
    relation: name,
    xml,
  });
  const document = `<w:document xmlns:w="${WORD}"><w:body>${body}</w:body></w:document>`;
  return writePackage(part('document', 'document.main', document), [
    part('styles', 'styles', styles),
    part('numbering', 'numbering', numbering),
  ]);
}

function blockXml(block: Block): string {
  if ('heading' in block) return paragraph(block.heading, 'Heading1');
  if ('text' in block) return paragraph(block.text);
  if ('note' in block) return paragraph(block.note, 'Note');
  if ('table' in block) return tableXml(block.table);
  if ('list' in block) return block.list.map((item) => listed(item, 1)).join('');
  return block.steps.map((item) => listed(item, 2)).join('');
}

const run = (text: string, properties = '') =>
  `<w:r>${properties && `<w:rPr>${properties}</w:rPr>`}<w:t xml:space="preserve">${escaped(text)}</w:t></w:r>`;

const paragraph = (text: string, style?: string) =>
  `<w:p>${style ? `<w:pPr><w:pStyle w:val="${style}"/></w:pPr>` : ''}${run(text)}</w:p>`;

const listed = (text: string, numbers: 1 | 2) =>
  `<w:p><w:pPr><w:numPr><w:ilvl w:val="0"/><w:numId w:val="${numbers}"/></w:numPr></w:pPr>${run(text)}</w:p>`;

function tableXml(rows: readonly (readonly string[])[]): string {
  const width = Math.floor(WIDTH / (rows[0]?.length || 1));
  const grid = rows[0]?.map(() => `<w:gridCol w:w="${width}"/>`).join('') ?? '';
  const cell = (text: string, header: boolean) =>
    `<w:tc><w:tcPr><w:tcW w:w="${width}" w:type="dxa"/>` +
    (header ? '<w:shd w:val="clear" w:color="auto" w:fill="2C6A35"/>' : '') +
    `</w:tcPr><w:p>${run(text, header ? '<w:b/><w:color w:val="FFFFFF"/>' : '')}</w:p></w:tc>`;
  const lines = rows.map((row, at) => {
    const cells = row.map((text) => cell(text, at === 0)).join('');
    return `<w:tr>${at === 0 ? '<w:trPr><w:tblHeader/></w:trPr>' : ''}${cells}</w:tr>`;
  });
  return (
    `<w:tbl><w:tblPr><w:tblStyle w:val="TableGrid"/><w:tblW w:w="${WIDTH}" w:type="dxa"/></w:tblPr>` +
    `<w:tblGrid>${grid}</w:tblGrid>${lines.join('')}</w:tbl>${paragraph('')}`
  );
}

const style = (id: string, name: string, properties: string) =>
  `<w:style w:type="paragraph" w:styleId="${id}"><w:name w:val="${name}"/><w:basedOn w:val="Normal"/>${properties}</w:style>`;

const border = (side: string) =>
  `<w:${side} w:val="single" w:sz="4" w:space="0" w:color="BFC8BC"/>`;
const sides = ['top', 'left', 'bottom', 'right', 'insideH', 'insideV'].map(border).join('');

const styles =
  `<w:styles xmlns:w="${WORD}"><w:docDefaults><w:rPrDefault><w:rPr>` +
  '<w:rFonts w:ascii="Calibri" w:hAnsi="Calibri" w:cs="Calibri"/><w:sz w:val="22"/><w:lang w:val="en-US"/></w:rPr></w:rPrDefault>' +
  '<w:pPrDefault><w:pPr><w:spacing w:after="120" w:line="264" w:lineRule="auto"/></w:pPr></w:pPrDefault></w:docDefaults>' +
  '<w:style w:type="paragraph" w:default="1" w:styleId="Normal"><w:name w:val="Normal"/></w:style>' +
  style('Title', 'Title', '<w:rPr><w:b/><w:color w:val="2C6A35"/><w:sz w:val="48"/></w:rPr>') +
  style(
    'Subtitle',
    'Subtitle',
    '<w:pPr><w:spacing w:after="320"/></w:pPr><w:rPr><w:color w:val="6B736B"/><w:sz w:val="24"/></w:rPr>',
  ) +
  style(
    'Heading1',
    'heading 1',
    '<w:pPr><w:keepNext/><w:spacing w:before="320"/><w:outlineLvl w:val="0"/></w:pPr><w:rPr><w:b/><w:sz w:val="28"/></w:rPr>',
  ) +
  style(
    'Note',
    'Note',
    '<w:pPr><w:pBdr><w:left w:val="single" w:sz="24" w:space="8" w:color="D4912A"/></w:pBdr></w:pPr><w:rPr><w:i/></w:rPr>',
  ) +
  `<w:style w:type="table" w:styleId="TableGrid"><w:name w:val="Table Grid"/><w:tblPr><w:tblBorders>${sides}</w:tblBorders></w:tblPr></w:style></w:styles>`;

const level = (id: number, format: string, mark: string) =>
  `<w:abstractNum w:abstractNumId="${id}"><w:lvl w:ilvl="0"><w:start w:val="1"/><w:numFmt w:val="${format}"/>` +
  `<w:lvlText w:val="${mark}"/><w:lvlJc w:val="left"/><w:pPr><w:ind w:left="560" w:hanging="360"/></w:pPr></w:lvl></w:abstractNum>`;

const numbering =
  `<w:numbering xmlns:w="${WORD}">${level(0, 'bullet', '\u2022')}${level(1, 'decimal', '%1.')}` +
  '<w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num><w:num w:numId="2"><w:abstractNumId w:val="1"/></w:num></w:numbering>';
