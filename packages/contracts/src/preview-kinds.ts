/** What a file is shown as: the first two as they are, the others as a page that is made of them. */
export type PreviewKind = 'image' | 'pdf' | PageKind;
export type PageKind = 'docx' | 'xlsx' | 'markdown' | 'table' | 'text';

const OOXML = 'application/vnd.openxmlformats-officedocument';

const byType: Readonly<Record<string, PreviewKind>> = {
  ...{ 'image/png': 'image', 'image/jpeg': 'image', 'image/gif': 'image', 'image/webp': 'image' },
  'application/pdf': 'pdf',
  [`${OOXML}.wordprocessingml.document`]: 'docx',
  [`${OOXML}.spreadsheetml.sheet`]: 'xlsx',
  ...{ 'text/csv': 'table', 'text/markdown': 'markdown', 'text/plain': 'text' },
};
/** All text is stored as plain text: its name tells what it is. */
const byExtension: Readonly<Record<string, PageKind>> = {
  ...{ md: 'markdown', markdown: 'markdown', csv: 'table', tsv: 'table' },
};

/** How a file can be shown, undefined where it cannot. */
export function previewKind(mediaType: string, name: string): PreviewKind | undefined {
  const kind = byType[mediaType.split(';')[0]!.trim().toLowerCase()];
  const extension = name.slice(name.lastIndexOf('.') + 1).toLowerCase();
  return kind === 'text' ? (byExtension[extension] ?? kind) : kind;
}
