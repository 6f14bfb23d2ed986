import type { FileView, LinkView } from '@feusa/contracts/docs';
import type { FolderView } from '@feusa/contracts/folders';
import type { HTMLAttributes, ReactNode } from 'react';
import { LayoutGrid, List } from 'lucide-react';
import { useStillThere } from '../../../shared/since.js';
import { FolderCountsOf, useCounts } from '../page/counts.js';
import type { FolderViewState } from '../page/use-view.js';
import { Cards, FileCard, LinkCard } from './doc-card.js';
import { FileRow, LinkRow } from './doc-row.js';
import { FolderEmpty } from './empty.js';
import { ListHead } from './head.js';
import { FolderTile } from './folder-tile.js';
import { docLine, TILE_GAP, useLines, useTileLine } from './lines.js';
import type { FolderDialog } from './context.js';
import styles from './list.module.css';
import type { ListState } from './list-state.js';
import { formatNumber } from '../../../shared/format.js';
import { texts } from '../texts.js';
import { IconButton } from '../../../shared/ui/button.js';

interface LayoutSwitchProps {
  readonly isGrid: boolean;
  readonly onChange: (isGrid: boolean) => void;
}

/** Documents as a list or as a grid. */
const LayoutSwitch = ({ isGrid, onChange }: LayoutSwitchProps) => (
  <div role="group" aria-label={texts.layout} className={styles.layout}>
    <IconButton
      icon={List}
      label={texts.asList}
      aria-pressed={!isGrid}
      onClick={() => onChange(false)}
    />
    <IconButton
      icon={LayoutGrid}
      label={texts.asGrid}
      aria-pressed={isGrid}
      onClick={() => onChange(true)}
    />
  </div>
);

interface FolderListProps extends HTMLAttributes<HTMLDivElement> {
  readonly view: FolderViewState;
  readonly state: ListState;
  readonly open: (dialog: FolderDialog) => void;
}

/** Folders, Documents and Links, or what to do when there are none. */
export function FolderList({ view, state, open, ...handlers }: FolderListProps) {
  const { entries, order, page } = view;
  const { list, columns, isPhone, onKeyDown } = state;
  const counts = useCounts(page.folder?.id ?? null, page.folders);
  const selecting = list.selection.ids.size > 0 ? styles.selecting : '';
  return (
    <div className={`${styles.list} ${selecting}`} onKeyDown={onKeyDown} {...handlers}>
      <FolderCountsOf value={counts}>
        <FolderGrid folders={entries.folders} columns={columns} />
      </FolderCountsOf>
      <Documents
        docs={entries.files}
        state={state}
        head={
          !isPhone && (
            <ListHead
              ids={order.map(({ id }) => id)}
              sort={view.sort}
              onSort={(sort) => view.setSort(sort)}
            />
          )
        }
      />
      <Links docs={entries.links} state={state} isAlone={entries.files.length === 0} />
      {order.length === 0 && (
        <FolderEmpty
          filter={view.filter}
          onClear={() => view.setFilter('')}
          inside={page.folder !== null}
          open={open}
        />
      )}
    </div>
  );
}

interface FoldersProps {
  readonly folders: readonly FolderView[];
  readonly columns: number;
}

function FolderGrid({ folders, columns }: FoldersProps) {
  const lines = useLines(Math.ceil(folders.length / columns), useTileLine(), TILE_GAP);
  if (folders.length === 0) return null;
  return (
    <div
      ref={lines.ref}
      role="grid"
      aria-label={texts.folders}
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

interface SectionProps {
  readonly title: string;
  readonly rows: readonly { readonly id: string }[];
  readonly tools?: ReactNode;
  readonly children: ReactNode;
}

function Section({ title, rows, tools, children }: SectionProps) {
  const there = useStillThere(rows);
  if (rows.length === 0) return null;
  return (
    <section aria-label={title}>
      <div className={styles.heading}>
        <h2>
          {title} <span className={styles.count}>{formatNumber(there)}</span>
        </h2>
        {tools}
      </div>
      {children}
    </section>
  );
}

interface RowsProps<D> {
  readonly title: string;
  readonly section: string;
  readonly rows: readonly D[];
  readonly isPhone: boolean;
  readonly head?: ReactNode;
  readonly draw: (row: D, rowIndex: number) => ReactNode;
}

function Rows<D>({ title, section, rows, isPhone, head, draw }: RowsProps<D>) {
  const offset = head ? 1 : 0;
  const lines = useLines(rows.length, docLine(isPhone), 0);
  return (
    <div role="grid" aria-label={title} aria-multiselectable aria-rowcount={rows.length + offset}>
      {head}
      <div ref={lines.ref} role="rowgroup" data-section={section} style={lines.style}>
        {lines.shown.map((index) => {
          const row = rows[index];
          return row && draw(row, index + 1 + offset);
        })}
      </div>
    </div>
  );
}

interface DocumentsProps {
  readonly docs: readonly FileView[];
  readonly state: ListState;
  readonly head: ReactNode;
}

const Documents = ({ docs, state, head }: DocumentsProps) => (
  <Section title={texts.documents} rows={docs} tools={<LayoutOf state={state} />}>
    {state.isGrid ? (
      <Cards
        title={texts.documents}
        section="files"
        docs={docs}
        columns={state.columns}
        draw={(file) => <FileCard key={file.id} file={file} />}
      />
    ) : (
      <Rows
        title={texts.documents}
        section="files"
        rows={docs}
        isPhone={state.isPhone}
        head={head}
        draw={(file, rowIndex) => <FileRow key={file.id} file={file} rowIndex={rowIndex} />}
      />
    )}
  </Section>
);

interface LinksProps {
  readonly docs: readonly LinkView[];
  readonly state: ListState;
  /** With no documents above them. */
  readonly isAlone: boolean;
}

const Links = ({ docs, state, isAlone }: LinksProps) => (
  <Section title={texts.links} rows={docs} tools={isAlone && <LayoutOf state={state} />}>
    {state.isGrid ? (
      <Cards
        title={texts.links}
        section="links"
        docs={docs}
        columns={state.columns}
        draw={(link) => <LinkCard key={link.id} link={link} />}
      />
    ) : (
      <Rows
        title={texts.links}
        section="links"
        rows={docs}
        isPhone={state.isPhone}
        draw={(link, rowIndex) => <LinkRow key={link.id} link={link} rowIndex={rowIndex} />}
      />
    )}
  </Section>
);

const LayoutOf = ({ state }: { readonly state: ListState }) => (
  <LayoutSwitch isGrid={state.isGrid} onChange={state.setGrid} />
);
