import type { FileView } from '@feusa/contracts/docs';
import { ExternalLink } from 'lucide-react';
import { useState, type MouseEvent, type ReactNode } from 'react';
import { isSaved } from '../../../shared/own-changes.js';
import { remember } from '../../../shared/recents.js';
import { SinceMark } from '../../../shared/ui/since-mark.js';
import { noteRead } from '../acknowledge/opened.js';
import { texts as acknowledging } from '../acknowledge/texts.js';
import type { Doc } from '../page/entries.js';
import { texts } from '../texts.js';
import { useList } from './context.js';
import { download } from './download.js';
import styles from './list.module.css';
import { KeptMark, StarMark, useKept, WaitingMark } from './star-mark.js';

/** Who is used to double clicks opens it once. */
const isSecondClick = ({ detail }: MouseEvent): boolean => detail > 1;

/** What of a long name is shown at its end, and from how many characters on it is long. */
const END = 10;
const LONG = 28;

const kinds = { doc: 'file', link: 'link' } as const;

const marksText = (...marks: (string | false)[]) => marks.filter(Boolean).join(', ') || undefined;

interface DetailsButtonProps {
  readonly doc: Doc;
  readonly className: string | undefined;
  readonly children: ReactNode;
}

/** The icon, which shows the details. */
export function DetailsButton({ doc, className, children }: DetailsButtonProps) {
  const list = useList();
  return (
    <button
      type="button"
      aria-label={texts.detailsOf(doc.name)}
      data-tip={texts.details}
      className={className}
      tabIndex={list.roving.isStop(doc.id) ? 0 : -1}
      onClick={() => isSaved(doc) && list.showDetail(doc.id)}
    >
      {children}
    </button>
  );
}

interface DocLinkProps {
  readonly doc: Doc;
  readonly href: string | undefined;
}

/** The name, which opens it, with what marks it. */
export function DocLink({ doc, href }: DocLinkProps) {
  const list = useList();
  const isKept = useKept(doc.id);
  const isWaiting = list.waiting.has(doc.id);
  const isStarred = list.marked.starred.has(doc.id);
  return (
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
      tabIndex={list.roving.isStop(doc.id) ? 0 : -1}
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

/** Whether a document is being downloaded, and how to begin that. */
export function useDownload(file: FileView, address: string): [busy: boolean, get: () => void] {
  const [busy, setBusy] = useState(false);
  const get = async () => {
    setBusy(true);
    await download(file, address);
    setBusy(false);
  };
  return [busy, () => void get()];
}
