import type { FileView, LinkView } from '@feusa/contracts/docs';
import { Download, EllipsisVertical } from 'lucide-react';
import { memo, type ReactNode } from 'react';
import { formatSize } from '../../../shared/format.js';
import { MenuButton } from '../../../shared/ui/menu.js';
import { hostOf, safeHref, type Doc } from '../page/entries.js';
import { useFileAddress } from '../page/file-address.js';
import { texts } from '../texts.js';
import { useList } from './context.js';
import styles from './doc-card.module.css';
import { DetailsButton, DocLink, useDownload } from './doc-parts.js';
import { docMenu } from './entry-menu.js';
import { EntryShell, SelectBox } from './entry-shell.js';
import { IconButton } from '../../../shared/ui/button.js';
import { FilePicture, LinkGlyph } from './icons.js';
import { cardLine, TILE_GAP, useLines } from './lines.js';
import list from './list.module.css';

interface CardsProps<D> {
  readonly title: string;
  readonly section: string;
  readonly docs: readonly D[];
  readonly columns: number;
  readonly draw: (doc: D) => ReactNode;
}

/** Documents or links beside each other. */
export function Cards<D>({ title, section, docs, columns, draw }: CardsProps<D>) {
  const rows = Math.ceil(docs.length / columns);
  const lines = useLines(rows, cardLine(), TILE_GAP);
  return (
    <div
      ref={lines.ref}
      role="grid"
      aria-label={title}
      aria-multiselectable
      aria-rowcount={rows}
      aria-colcount={columns}
      data-section={section}
      className={list.grid}
      style={{ ...lines.style, gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))` }}
    >
      {lines.shown.map((line) => (
        <div key={line} role="row" aria-rowindex={line + 1} className={list.line}>
          {docs.slice(line * columns, (line + 1) * columns).map(draw)}
        </div>
      ))}
    </div>
  );
}

interface CardProps {
  readonly doc: Doc;
  readonly picture: ReactNode;
  readonly href: string | undefined;
  readonly about: string;
  readonly action?: ReactNode;
  /** Of a file. */
  readonly getIt?: () => void;
}

function Card({ doc, picture, href, about, action, getIt }: CardProps) {
  const context = useList();
  return (
    <EntryShell entry={doc} role="gridcell" className={`${list.tile} ${styles.card}`}>
      <DetailsButton doc={doc} className={styles.picture}>
        {picture}
      </DetailsButton>
      <DocLink doc={doc} href={href} />
      <span className={styles.about}>{about}</span>
      <SelectBox entry={doc} />
      <span className={styles.actions}>
        {action}
        <MenuButton
          iconOnly
          label={texts.moreFor(doc.name)}
          icon={EllipsisVertical}
          entries={docMenu(doc, context, getIt)}
          tabIndex={context.roving.isStop(doc.id) ? 0 : -1}
        />
      </span>
    </EntryShell>
  );
}

export const FileCard = memo(function FileCard({ file }: { readonly file: FileView }) {
  const { roving } = useList();
  const addressOf = useFileAddress(file);
  const [busy, getIt] = useDownload(file, addressOf());
  return (
    <Card
      doc={file}
      picture={<FilePicture file={file} />}
      href={addressOf('inline=1')}
      about={formatSize(file.size)}
      getIt={getIt}
      action={
        <IconButton
          icon={Download}
          label={`${texts.download} ${file.name}`}
          tip={texts.download}
          className={styles.get ?? ''}
          tabIndex={roving.isStop(file.id) ? 0 : -1}
          aria-disabled={busy}
          onClick={() => !busy && getIt()}
        />
      }
    />
  );
});

export const LinkCard = memo(function LinkCard({ link }: { readonly link: LinkView }) {
  return (
    <Card doc={link} picture={<LinkGlyph />} href={safeHref(link.link)} about={hostOf(link.link)} />
  );
});
