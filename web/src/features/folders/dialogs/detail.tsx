import type { ActorView, FileView, LinkView } from '@feusa/contracts/docs';
import type { FolderPage } from '@feusa/contracts/views';
import { Download, ExternalLink, Eye, FileDown, FileUp, Trash2 } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { Link } from 'wouter';
import { exactTime, formatSize } from '../../../shared/format.js';
import { useSession } from '../../../shared/session.js';
import { Button } from '../../../shared/ui/button.js';
import { PersonMark } from '../../../shared/ui/person-mark.js';
import { StarButton } from '../../../shared/ui/star-button.js';
import { Dialog } from '../../../shared/ui/dialog.js';
import { noteRead } from '../acknowledge/opened.js';
import { AcknowledgementPanel } from '../acknowledge/panel.js';
import { WaitingBanner } from '../acknowledge/waiting-banner.js';
import styles from './dialogs.module.css';
import { download } from '../list/download.js';
import {
  canPreview,
  extensionOf,
  hostOf,
  isImage,
  safeHref,
  type Doc,
  typeName,
} from '../page/entries.js';
import { useFileAddress } from '../page/file-address.js';
import { useList } from '../list/context.js';
import { itemOf } from '../list/marking.js';
import { PaperGlyph } from '../list/icons.js';
import { Versions } from './versions.js';
import { texts } from '../texts.js';

interface DetailDialogProps {
  readonly doc: Doc;
  readonly page: FolderPage;
  readonly onClose: () => void;
  readonly onDelete: () => void;
}

export default function DetailDialog({ doc, page, onClose, onDelete }: DetailDialogProps) {
  const { isAuditor, isReadOnly } = useSession();
  const footer = (
    <>
      {!isReadOnly && (
        <Button tone="danger" icon={Trash2} onClick={onDelete}>
          {texts.delete}
        </Button>
      )}
      {!isReadOnly && <StarButton item={itemOf(doc)} />}
      {doc.type === 'doc' && <ReplaceButton file={doc} />}
      <span className={styles.gap} />
      {doc.type === 'doc' ? <FileAction file={doc} /> : <OpenLink link={doc} />}
    </>
  );
  return (
    <Dialog addressed title={doc.name} size="medium" onClose={onClose} footer={footer}>
      {doc.type === 'doc' && <WaitingBanner file={doc} />}
      {doc.type === 'doc' && <Preview file={doc} />}
      <dl className={styles.facts}>{facts(doc, page)}</dl>
      {doc.type === 'doc' && isAuditor && (
        <p>
          <Link className={styles.whoOpened} href={`/access-log?file=${doc.id}`}>
            {texts.whoOpened}
          </Link>
        </p>
      )}
      {doc.type === 'doc' && <Versions file={doc} />}
      {doc.type === 'doc' && <AcknowledgementPanel file={doc} />}
    </Dialog>
  );
}

function ReplaceButton({ file }: { readonly file: FileView }) {
  const { mayManage, open } = useList();
  if (!mayManage) return null;
  return (
    <Button icon={FileUp} onClick={() => open({ kind: 'replace', file })}>
      {texts.replace}
    </Button>
  );
}

const asLink = new Set(['pdf', 'docx', 'xlsx']);

function FileAction({ file }: { readonly file: FileView }) {
  const [busy, setBusy] = useState(false);
  const addressOf = useFileAddress(file);
  if (asLink.has(extensionOf(file.name)))
    return (
      <a
        className={styles.get}
        href={addressOf('inline=1')}
        target="_blank"
        rel="noopener noreferrer"
        onClick={() => noteRead(file.id)}
      >
        <FileDown size={17} strokeWidth={1.5} aria-hidden />
        {texts.getFile}
      </a>
    );
  const get = async () => {
    setBusy(true);
    noteRead(file.id);
    await download(file, addressOf());
    setBusy(false);
  };
  return (
    <Button tone="primary" icon={Download} pending={busy} onClick={() => void get()}>
      {texts.download}
    </Button>
  );
}

function OpenLink({ link }: { readonly link: LinkView }) {
  const href = safeHref(link.link);
  if (!href) return null;
  return (
    <a className={styles.get} href={href} target="_blank" rel="noopener noreferrer">
      <ExternalLink size={17} strokeWidth={1.5} aria-hidden />
      {texts.open}
    </a>
  );
}

function Preview({ file }: { readonly file: FileView }) {
  const src = useFileAddress(file)('inline=1');
  const [failed, setFailed] = useState(0);
  if (!isImage(file) || failed === file.fileVersion)
    return (
      <LookInside file={file}>
        <span className={styles.noPreview} data-instead={failed > 0 || undefined}>
          <PaperGlyph name={file.name} />
        </span>
      </LookInside>
    );
  return (
    <LookInside file={file}>
      <img
        key={file.fileVersion}
        className={styles.preview}
        src={src}
        alt={file.name}
        onError={() => setFailed(file.fileVersion)}
      />
    </LookInside>
  );
}

interface LookInsideProps {
  readonly file: FileView;
  readonly children: ReactNode;
}

function LookInside({ file, children }: LookInsideProps) {
  const { showPreview } = useList();
  if (!canPreview(file)) return children;
  return (
    <button type="button" className={styles.look} onClick={() => showPreview(file.id)}>
      {children}
      <span className={styles.lookHint}>
        <Eye size={16} strokeWidth={1.5} aria-hidden />
        <span>
          {texts.preview}
          <span className="visually-hidden">{texts.ofName(file.name)}</span>
        </span>
      </span>
    </button>
  );
}

const actorName = ({ name, email }: ActorView) => name ?? email;

const whenAndWho = (at: number, who: ActorView): ReactNode => (
  <>
    <PersonMark person={who} small />
    {texts.timeAndActor(exactTime(at), actorName(who))}
  </>
);

const changeOf = ({ timestamp, changedAt, changedBy }: Doc): [string, ReactNode][] => {
  const at = Date.parse(changedAt);
  return at === timestamp ? [] : [[texts.changed, whenAndWho(at, changedBy)]];
};

function facts(doc: Doc, page: FolderPage) {
  const rows: [string, ReactNode][] = [
    ...(doc.type === 'doc'
      ? ([
          [texts.size, formatSize(doc.size)],
          [texts.type, typeName(doc.name, doc.mediaType)],
        ] as [string, string][])
      : ([
          [texts.opens, hostOf(doc.link)],
          [texts.address, doc.link],
        ] as [string, string][])),
    [texts.folderNoun, page.folder?.name ?? texts.files],
    [texts.added, whenAndWho(doc.timestamp, doc.addedBy)],
    ...changeOf(doc),
  ];
  return rows.map(([term, text]) => (
    <div key={term}>
      <dt>{term}</dt>
      <dd>{text}</dd>
    </div>
  ));
}
