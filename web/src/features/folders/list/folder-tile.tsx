import type { FolderView } from '@feusa/contracts/folders';
import { EllipsisVertical } from 'lucide-react';
import { memo } from 'react';
import { preload } from 'swr';
import { Link } from 'wouter';
import { get } from '../../../shared/api.js';
import { MenuButton } from '../../../shared/ui/menu.js';
import { SinceMark } from '../../../shared/ui/since-mark.js';
import { dragEntries, useDropTarget } from '../drag/drag-entries.js';
import { folderMenu } from './entry-menu.js';
import { EntryShell, SelectBox } from './entry-shell.js';
import { pageKey } from '../page/folder-page.js';
import { FolderGlyph } from './icons.js';
import styles from './list.module.css';
import { texts as accessTexts } from '../access/texts.js';
import { LockMark } from '../access/lock-mark.js';
import { StarMark } from './star-mark.js';
import { isSaved } from '../../../shared/own-changes.js';
import { useCount } from '../page/counts.js';
import { useList } from './context.js';
import { texts } from '../texts.js';

const aboutOf = ({ restricted }: FolderView, isStarred: boolean, things: string | undefined) =>
  [restricted && accessTexts.restricted, isStarred && texts.isFavourite, things]
    .filter(Boolean)
    .join(', ') || undefined;

interface FolderTileProps {
  readonly folder: FolderView;
}

/** What a tile of a phone has no room for in letters of the usual size. */
const LONG_WORD = /\S{15}/;

export const FolderTile = memo(function FolderTile({ folder }: FolderTileProps) {
  const list = useList();
  const isStop = list.roving.isStop(folder.id);
  const count = useCount(folder.id);
  const things = count === undefined ? undefined : texts.holds(count);
  const isStarred = list.marked.starred.has(folder.id);
  const about = aboutOf(folder, isStarred, things);
  const drop = useDropTarget(folder.id);
  const look = () => {
    if (isSaved(folder)) void preload(pageKey(folder.id), get);
  };
  return (
    <EntryShell
      entry={folder}
      role="gridcell"
      className={`${styles.tile} ${drop.isOver ? styles.over : ''}`}
    >
      <Link
        ref={list.roving.itemRef(folder.id)}
        href={`${list.href}/${folder.id}`}
        className={styles.tileLink}
        aria-label={folder.name}
        aria-description={about}
        tabIndex={isStop ? 0 : -1}
        draggable={list.mayManage}
        data-drop-folder={folder.id}
        data-drop-name={folder.name}
        data-tip={folder.name.length > 34 ? folder.name : undefined}
        onClick={(event) => !isSaved(folder) && event.preventDefault()}
        onFocus={() => list.roving.setCurrent(folder.id)}
        onPointerEnter={look}
        onDragStart={(event) => dragEntries(event, list.selectedWith(folder))}
        {...drop.handlers}
      >
        <FolderGlyph />
        <span className={styles.tileName} data-long={LONG_WORD.test(folder.name) || undefined}>
          {folder.name}
          {folder.restricted && <LockMark />}
          {isStarred && <StarMark />}
        </span>
        <span className={styles.things} data-things={things ?? '\u00a0'} />
      </Link>
      <SinceMark id={folder.id} corner />
      <SelectBox entry={folder} />
      <MenuButton
        iconOnly
        label={texts.moreFor(folder.name)}
        icon={EllipsisVertical}
        entries={folderMenu(folder, list)}
        className={styles.more ?? ''}
        tabIndex={isStop ? 0 : -1}
      />
    </EntryShell>
  );
});
