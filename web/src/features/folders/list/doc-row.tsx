import type { FileView, LinkView } from '@feusa/contracts/docs';
import { Download, EllipsisVertical, ExternalLink, Eye } from 'lucide-react';
import { memo, useState, type MouseEvent, type ReactNode } from 'react';
import { dayOf, exactTime, formatSize } from '../../../shared/format.js';
import { remember } from '../../../shared/recents.js';
import { Button, IconButton } from '../../../shared/ui/button.js';
import { MenuButton } from '../../../shared/ui/menu.js';
import { SinceMark } from '../../../shared/ui/since-mark.js';
import { download } from './download.js';
import { actorOf, canPreview, hostOf, safeHref, type Doc } from '../page/entries.js';
import { useFileAddress } from '../page/file-address.js';
import { docMenu } from './entry-menu.js';
import { EntryShell, SelectBox } from './entry-shell.js';
import { FileGlyph, LinkGlyph } from './icons.js';
import { PersonMark } from '../../../shared/ui/person-mark.js';
import styles from './list.module.css';
import { KeptMark, StarMark, useKept, WaitingMark } from './star-mark.js';
import { isSaved } from '../../../shared/own-changes.js';
import { useList } from './context.js';
import { noteRead } from '../acknowledge/opened.js';
import { texts as acknowledging } from '../acknowledge/texts.js';
import { texts } from '../texts.js';

/** Who is used to double clicks opens it once. */
export const isSecondClick = ({ detail }: MouseEvent): boolean => detail > 1;

/** What of a long name is shown at its end, and from how many characters on it is long. */
const END = 10;
const LONG = 28;

const kinds = { doc: 'file', link: 'link' } as const;

const marksText = (...marks: (string | false)[]) => marks.filter(Boolean).join(', ') || undefined;

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
  const isKept = useKept(doc.id);
  const isWaiting = list.waiting.has(doc.id);
  const isStarred = list.marked.starred.has(doc.id);
  return (
    <EntryShell entry={doc} role="row" rowIndex={rowIndex} className={styles.row}>
      <div role="gridcell" className={styles.iconCell}>
        <SelectBox entry={doc} />
        <button
          type="button"
          aria-label={texts.detailsOf(doc.name)}
          data-tip={texts.details}
          className={styles.iconButton}
          tabIndex={tabIndex}
          onClick={() => isSaved(doc) && list.showDetail(doc.id)}
        >
          {glyph}
        </button>
      </div>
      <div role="gridcell" className={styles.nameCell}>
        <a
          ref={list.roving.itemRef(doc.id)}
          href={href}
          target="_blank"
          rel="noopener noreferrer"
          aria-description={marksText(
            isStarred && texts.isFavourite,
            isKept && texts.isKept,
            isWaiting && acknowledging.waitsForYou,
          )}
          className={styles.name}
          tabIndex={tabIndex}
          onFocus={() => list.roving.setCurrent(doc.id)}
          onClick={(event) => {
            if (isSecondClick(event)) return event.preventDefault();
            if (isWaiting) noteRead(doc.id);
            if (href) remember({ id: doc.id, kind: kinds[doc.type], name: doc.name, href });
          }}
        >
          <DocName doc={doc} />
          {isWaiting && <WaitingMark />}
          {isStarred && <StarMark />}
          {isKept && <KeptMark />}
          <SinceMark id={doc.id} />
          {doc.type === 'link' && <ExternalLink size={14} strokeWidth={1.5} aria-hidden />}
        </a>
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

/** Clipped where it is long, with its extension in view. */
function DocName({ doc: { type, name } }: { readonly doc: Doc }) {
  const end = type === 'doc' ? Math.max(0, name.length - END) : name.length;
  if (name.length <= LONG || end === name.length) return <span>{name}</span>;
  return (
    <span className={styles.clipped} data-tip={name}>
      <span>{name.slice(0, end)}</span>
      <span>{name.slice(end)}</span>
    </span>
  );
}

interface FileRowProps {
  readonly file: FileView;
  readonly rowIndex: number;
}

export const FileRow = memo(function FileRow({ file, rowIndex }: FileRowProps) {
  const [busy, setBusy] = useState(false);
  const { roving, showPreview } = useList();
  const addressOf = useFileAddress(file);
  const getIt = async () => {
    setBusy(true);
    await download(file, addressOf());
    setBusy(false);
  };
  return (
    <Row
      doc={file}
      rowIndex={rowIndex}
      glyph={<FileGlyph file={file} />}
      href={addressOf('inline=1')}
      about={formatSize(file.size)}
      getIt={() => void getIt()}
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
            onClick={() => void getIt()}
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
