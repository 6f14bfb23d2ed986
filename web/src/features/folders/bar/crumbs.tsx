import type { FolderPage } from '@feusa/contracts/views';
import { ChevronRight, Ellipsis } from 'lucide-react';
import { Link, useLocation } from 'wouter';
import { MenuButton } from '../../../shared/ui/menu.js';
import { useSizeClass } from '../../../shared/use-size.js';
import { crumbsOf, type Crumb as CrumbLink } from '../address.js';
import { useDropTarget } from '../drag/drag-entries.js';
import { texts } from '../texts.js';
import styles from './bar.module.css';

/** Of a longer way only the first folder and so many at its end are named; by size class. */
const lengths = [
  { longest: 3, end: 1 },
  { longest: 4, end: 1 },
  { longest: 6, end: 3 },
] as const;

/** The folders above, from the root on; of a long way those in between are in a menu. */
export function Crumbs({ page }: { readonly page: FolderPage }) {
  const { longest, end } = lengths[useSizeClass()];
  const crumbs = crumbsOf(page);
  const between = crumbs.length > longest ? crumbs.slice(1, -end) : [];
  return (
    <nav aria-label={texts.whereYouAre} className={styles.crumbs}>
      <ol>
        {crumbs.slice(0, 1).map((crumb) => (
          <Crumb key={crumb.href} crumb={crumb} isFirst />
        ))}
        {between.length > 0 && <Between crumbs={between} />}
        {crumbs.slice(1 + between.length).map((crumb) => (
          <Crumb key={crumb.href} crumb={crumb} isFirst={false} />
        ))}
      </ol>
    </nav>
  );
}

function Between({ crumbs }: { readonly crumbs: readonly CrumbLink[] }) {
  const [, navigate] = useLocation();
  const entries = crumbs.map(({ href, name }) => ({
    id: href,
    label: name,
    run: () => navigate(href),
  }));
  return (
    <li>
      <ChevronRight size={14} strokeWidth={1.5} aria-hidden />
      <MenuButton iconOnly label={texts.foldersBetween} icon={Ellipsis} entries={entries} />
    </li>
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
