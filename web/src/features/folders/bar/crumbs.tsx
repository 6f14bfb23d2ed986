import type { FolderPage } from '@feusa/contracts/views';
import { ChevronRight } from 'lucide-react';
import { Link } from 'wouter';
import styles from './bar.module.css';
import { useDropTarget } from '../drag/drag-folders.js';
import { folderHref } from '../page/folder-page.js';

interface CrumbLink {
  readonly id: string | null;
  readonly name: string;
  readonly href: string;
}

/** Every folder above, from the root on. */
export function crumbsOf({ folder, ancestors }: FolderPage): readonly CrumbLink[] {
  if (!folder) return [];
  const ids = ancestors.map(({ id }) => id);
  return [
    { id: null, name: 'Files', href: folderHref('') },
    ...ancestors.map(({ id, name }, index) => ({
      id,
      name,
      href: folderHref(`/${ids.slice(0, index + 1).join('/')}`),
    })),
  ];
}

export function Crumbs({ page }: { readonly page: FolderPage }) {
  return (
    <nav aria-label="Where you are" className={styles.crumbs}>
      <ol>
        {crumbsOf(page).map((crumb, index) => (
          <Crumb key={crumb.href} crumb={crumb} isFirst={index === 0} />
        ))}
      </ol>
    </nav>
  );
}

interface CrumbProps {
  readonly crumb: CrumbLink;
  readonly isFirst: boolean;
}

function Crumb({ crumb, isFirst }: CrumbProps) {
  const { isOver, handlers } = useDropTarget(crumb.id);
  return (
    <li>
      {!isFirst && <ChevronRight size={14} strokeWidth={1.5} aria-hidden />}
      <Link href={crumb.href} className={isOver ? styles.over : undefined} {...handlers}>
        {crumb.name}
      </Link>
    </li>
  );
}
