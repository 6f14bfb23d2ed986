import type { ActorView } from '@feusa/contracts/docs';
import type { HomeItem } from '@feusa/contracts/home';
import { Link } from 'wouter';
import { PersonMark } from '../../../shared/ui/person-mark.js';
import { remember } from '../../../shared/recents.js';
import { folderHref } from '../address.js';
import { FolderGlyph, LinkGlyph, PaperGlyph } from '../list/icons.js';
import { KeptMark, useKept } from '../list/star-mark.js';
import { texts } from '../texts.js';
import { safeHref } from '../page/entries.js';
import styles from './home.module.css';

interface HomeLineProps {
  readonly item: HomeItem;
  readonly about: string;
  readonly tip: string;
  /** Who has done it. */
  readonly by?: ActorView;
}

export function HomeLine({ item, about, tip, by }: HomeLineProps) {
  const isKept = useKept(item.id);
  return (
    <li>
      <Opening item={item}>
        <span className={styles.glyph}>
          <Glyph item={item} />
        </span>
        <span className={styles.text}>
          <span className={styles.name}>
            {item.name}
            {isKept && <KeptMark />}
          </span>
          <span className={styles.about} data-tip={tip}>
            {by && <PersonMark person={by} small />}
            {isKept ? `${about} · ${texts.isKept}` : about}
          </span>
        </span>
      </Opening>
    </li>
  );
}

function Glyph({ item: { kind, name, photo } }: { readonly item: HomeItem }) {
  if (kind === 'folder') return <FolderGlyph />;
  if (kind === 'file') return <PaperGlyph name={name} />;
  if (kind === 'link') return <LinkGlyph />;
  return <PersonMark person={{ email: '', name, ...(photo !== undefined && { file: photo }) }} />;
}

/** Folders and people are places here; files and links open in a tab of their own, as in their folder. */
function Opening({
  item,
  children,
}: {
  readonly item: HomeItem;
  readonly children: React.ReactNode;
}) {
  const { kind, id, name, path } = item;
  if (kind === 'folder')
    return (
      <Link
        className={styles.line}
        href={folderHref(`/${[...path.map((each) => each.id), id].join('/')}`)}
      >
        {children}
      </Link>
    );
  if (kind === 'person')
    return (
      <Link className={styles.line} href={`/dashboard/employees?person=${id}`}>
        {children}
      </Link>
    );
  const href = kind === 'link' ? safeHref(item.link ?? '') : `/files/${id}?inline=1`;
  return (
    <a
      className={styles.line}
      href={href}
      target="_blank"
      rel="noopener noreferrer"
      onClick={() => href && remember({ id, kind, name, href })}
    >
      {children}
    </a>
  );
}
