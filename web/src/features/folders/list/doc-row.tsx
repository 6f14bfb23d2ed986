import type { FileView, LinkView } from '@feusa/contracts/docs';
import { Download, EllipsisVertical, Eye } from 'lucide-react';
import { memo, type ReactNode } from 'react';
import { dayOf, exactTime, formatSize } from '../../../shared/format.js';
import { Button, IconButton } from '../../../shared/ui/button.js';
import { MenuButton } from '../../../shared/ui/menu.js';
import { actorOf, canPreview, hostOf, safeHref, type Doc } from '../page/entries.js';
import { useFileAddress } from '../page/file-address.js';
import { DetailsButton, DocLink, useDownload } from './doc-parts.js';
import { docMenu } from './entry-menu.js';
import { EntryShell, SelectBox } from './entry-shell.js';
import { FileGlyph, LinkGlyph } from './icons.js';
import { PersonMark } from '../../../shared/ui/person-mark.js';
import styles from './list.module.css';
import { useList } from './context.js';
import { texts } from '../texts.js';

interface RowProps {
  readonly doc: Doc;
  readonly rowIndex: number;
  readonly glyph: ReactNode;
  readonly href: string | undefined;
  readonly about: string;
  readonly action?: ReactNode;
  /** Of a file. */
  readonly getIt?: () => void;
}

function Row({ doc, rowIndex, glyph, href, about, action, getIt }: RowProps) {
  const list = useList();
  const tabIndex = list.roving.isStop(doc.id) ? 0 : -1;
  const changed = Date.parse(doc.changedAt);
  return (
    <EntryShell entry={doc} role="row" rowIndex={rowIndex} className={styles.row}>
      <div role="gridcell" className={styles.iconCell}>
        <SelectBox entry={doc} />
        <DetailsButton doc={doc} className={styles.iconButton}>
          {glyph}
        </DetailsButton>
      </div>
      <div role="gridcell" className={styles.nameCell}>
        <DocLink doc={doc} href={href} />
      </div>
      <div role="gridcell" className={styles.about}>
        {about}
      </div>
      <div role="gridcell" className={styles.date} data-tip={exactTime(changed)}>
        {dayOf(changed)}
      </div>
      <div role="gridcell" className={styles.who} data-tip={actorOf(doc) || undefined}>
        {actorOf(doc) && <PersonMark person={doc.changedBy} small />}
        {actorOf(doc)}
      </div>
      <div role="gridcell" className={styles.actions}>
        {action}
        <MenuButton
          iconOnly
          label={texts.moreFor(doc.name)}
          icon={EllipsisVertical}
          entries={docMenu(doc, list, getIt)}
          tabIndex={tabIndex}
        />
      </div>
    </EntryShell>
  );
}

interface FileRowProps {
  readonly file: FileView;
  readonly rowIndex: number;
}

export const FileRow = memo(function FileRow({ file, rowIndex }: FileRowProps) {
  const { roving, showPreview } = useList();
  const addressOf = useFileAddress(file);
  const [busy, getIt] = useDownload(file, addressOf());
  return (
    <Row
      doc={file}
      rowIndex={rowIndex}
      glyph={<FileGlyph file={file} />}
      href={addressOf('inline=1')}
      about={formatSize(file.size)}
      getIt={getIt}
      action={
        <>
          {canPreview(file) && (
            <IconButton
              icon={Eye}
              label={texts.previewOf(file.name)}
              tip={texts.preview}
              className={styles.eye ?? ''}
              tabIndex={roving.isStop(file.id) ? 0 : -1}
              onClick={() => showPreview(file.id)}
            />
          )}
          <Button
            small
            tone="quiet"
            icon={Download}
            pending={busy}
            className={styles.download ?? ''}
            tabIndex={roving.isStop(file.id) ? 0 : -1}
            onClick={getIt}
          >
            <span className={styles.downloadText}>
              {texts.download}
              <span className="visually-hidden"> {file.name}</span>
            </span>
          </Button>
        </>
      }
    />
  );
});

interface LinkRowProps {
  readonly link: LinkView;
  readonly rowIndex: number;
}

export const LinkRow = memo(function LinkRow({ link, rowIndex }: LinkRowProps) {
  return (
    <Row
      doc={link}
      rowIndex={rowIndex}
      glyph={<LinkGlyph />}
      href={safeHref(link.link)}
      about={hostOf(link.link)}
    />
  );
});
