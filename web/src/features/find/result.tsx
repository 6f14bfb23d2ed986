import type { FindHit } from '@feusa/contracts/find';
import { Link } from 'wouter';
import { findIcons, hrefOf } from '../../shared/find/find.js';
import { Excerpt, Missing } from '../../shared/find/found.js';
import styles from './find.module.css';
import { texts } from './texts.js';

const placeOf = ({ kind, path }: FindHit) =>
  kind === 'person' ? texts.employee : path.map(({ name }) => name).join(' / ') || texts.top;

/** One line of the results: what it is called, where it is, and the text around the words. */
export function Result({ hit, isGone }: { readonly hit: FindHit; readonly isGone: boolean }) {
  const { kind, name, excerpt, missing } = hit;
  const Icon = findIcons[kind];
  return (
    <li className={`${styles.row} ${isGone ? styles.gone : ''}`}>
      <Icon size={20} strokeWidth={1.5} aria-hidden />
      <div className={styles.text}>
        <Name hit={hit}>{name}</Name>
        <p className={styles.place}>{isGone ? texts.gone : placeOf(hit)}</p>
        {excerpt !== undefined && (
          <p className={styles.excerpt}>
            <Excerpt excerpt={excerpt} />
          </p>
        )}
        {missing && <Missing words={missing} />}
      </div>
    </li>
  );
}

function Name({ hit, children }: { readonly hit: FindHit; readonly children: string }) {
  const href = hrefOf(hit);
  if (href === undefined) return <span className={styles.name}>{children}</span>;
  if (hit.kind !== 'link')
    return (
      <Link href={href} className={styles.name}>
        {children}
      </Link>
    );
  return (
    <a href={href} target="_blank" rel="noopener noreferrer" className={styles.name}>
      {children}
    </a>
  );
}
