import type { FileView, LinkView } from '@feusa/contracts/docs';
import type { FolderView } from '@feusa/contracts/folders';
import { type ReactNode } from 'react';
import { useThereThen } from '../../../shared/since.js';
import { DOC_LINE, TILE_GAP, TILE_LINE } from './measures.js';
import { FileRow, LinkRow } from './doc-row.js';
import { FolderTile } from './folder-tile.js';
import styles from './list.module.css';
import { useLines } from './lines.js';

interface FoldersProps {
  readonly folders: readonly FolderView[];
  readonly columns: number;
}

export function FolderGrid({ folders, columns }: FoldersProps) {
  const lines = useLines(Math.ceil(folders.length / columns), TILE_LINE, TILE_GAP);
  if (folders.length === 0) return null;
  return (
    <div
      ref={lines.ref}
      role="grid"
      aria-label="Folders"
      aria-multiselectable
      aria-rowcount={Math.ceil(folders.length / columns)}
      aria-colcount={columns}
      data-section="folders"
      className={styles.grid}
      style={{ ...lines.style, gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))` }}
    >
      {lines.shown.map((line) => (
        <div key={line} role="row" aria-rowindex={line + 1} className={styles.line}>
          {folders.slice(line * columns, (line + 1) * columns).map((folder) => (
            <FolderTile key={folder.id} folder={folder} />
          ))}
        </div>
      ))}
    </div>
  );
}

interface RowsProps<D> {
  readonly title: string;
  readonly section: string;
  readonly rows: readonly D[];
  readonly isPhone: boolean;
  readonly draw: (row: D, rowIndex: number) => ReactNode;
}

function Rows<D extends { readonly id: string }>({
  title,
  section,
  rows,
  isPhone,
  draw,
}: RowsProps<D>) {
  const lines = useLines(rows.length, DOC_LINE[isPhone ? 'phone' : 'wide'], 0);
  const there = useThereThen(rows);
  if (rows.length === 0) return null;
  return (
    <section aria-label={title}>
      <h2 className={styles.heading}>
        {title} <span className={styles.count}>{there.toLocaleString('en')}</span>
      </h2>
      <div
        ref={lines.ref}
        role="grid"
        aria-label={title}
        aria-multiselectable
        aria-rowcount={rows.length}
        data-section={section}
        style={lines.style}
      >
        {lines.shown.map((index) => {
          const row = rows[index];
          return row && draw(row, index + 1);
        })}
      </div>
    </section>
  );
}

interface DocsProps<D> {
  readonly docs: readonly D[];
  readonly isPhone: boolean;
}

export const Documents = ({ docs, isPhone }: DocsProps<FileView>) => (
  <Rows
    title="Documents"
    section="files"
    rows={docs}
    isPhone={isPhone}
    draw={(file, rowIndex) => <FileRow key={file.id} file={file} rowIndex={rowIndex} />}
  />
);

export const Links = ({ docs, isPhone }: DocsProps<LinkView>) => (
  <Rows
    title="Links"
    section="links"
    rows={docs}
    isPhone={isPhone}
    draw={(link, rowIndex) => <LinkRow key={link.id} link={link} rowIndex={rowIndex} />}
  />
);
