import type { Erasable, ErasureOutlook, Mention } from '@feusa/contracts/erasure';
import { idOf, nounOf } from '@feusa/contracts/events';
import { Eraser, TriangleAlert } from 'lucide-react';
import { Link } from 'wouter';
import styles from './erase-outlook.module.css';
import { ErrorState } from './states.js';
import { formatNumber } from '../format.js';

interface EraseOutlookProps {
  readonly kind: Erasable;
  readonly outlook: ErasureOutlook | undefined;
  readonly error: unknown;
  readonly onRetry: () => void;
}

/** What an erasure takes, and what it leaves to be done by hand. */
export function EraseOutlook({ kind, outlook, error, onRetry }: EraseOutlookProps) {
  const goes = kind === 'user' ? OF_USERS : OF_PEOPLE;
  return (
    <>
      <section className={styles.part} aria-label="What goes">
        <h3>
          <Eraser size={16} strokeWidth={1.5} aria-hidden /> What goes
        </h3>
        <ul className={styles.goes}>
          {goes.map((each) => (
            <li key={each}>{each}</li>
          ))}
          {outlook && outlook.reports > 0 && <li>{reports(outlook.reports)}</li>}
        </ul>
      </section>
      {error !== undefined && (
        <ErrorState title="What still names them did not load" error={error} onRetry={onRetry} />
      )}
      {!outlook && error === undefined && (
        <p className={styles.quiet} role="status">
          Looking for whatever else names them …
        </p>
      )}
      {outlook && outlook.mentions.length > 0 && <StillNaming mentions={outlook.mentions} />}
    </>
  );
}

const OF_PEOPLE = [
  'The entry in the directory, with the photo and its thumbnails',
  'What search finds, and the names in the log: they read [erased] from now on, for every moment',
];
const OF_USERS = [
  'The account with its password, its sessions and the letters that are kept here',
  'The address in the log: it reads [erased] from now on, for every moment',
];

const reports = (count: number) =>
  count === 1
    ? 'One error report that tells of them'
    : `${formatNumber(count)} error reports that tell of them`;

function StillNaming({ mentions }: { readonly mentions: readonly Mention[] }) {
  return (
    <section className={styles.part} aria-label="What still names them">
      <h3 className={styles.attention}>
        <TriangleAlert size={16} strokeWidth={1.5} aria-hidden /> What still names them
      </h3>
      <p className={styles.quiet}>Nobody renames these for you: rename or remove them yourself.</p>
      <ul className={styles.named}>
        {mentions.map((mention) => (
          <li key={mention.stream}>
            <Link href={hrefOf(mention)} target="_blank">
              {mention.called}
            </Link>
            <span className={styles.quiet}>
              {whatOf(mention)}
              {mention.removed && ', in the trash'}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function whatOf({ stream, field }: Mention): string {
  const noun = nounOf(stream);
  if (noun === 'employee') return field === 'manager' ? 'has them as manager' : 'has their address';
  return noun === 'user' ? 'an account: erase it too' : noun;
}

/** Where somebody can change it. */
function hrefOf({ stream, place, removed }: Mention): string {
  const id = idOf(stream);
  if (removed) return '/trash';
  switch (nounOf(stream)) {
    case 'employee':
      return `/dashboard/employees?person=${id}`;
    case 'user':
      return '/users';
    case 'folder':
      return `/dashboard/${id}`;
    default:
      return place ? `/dashboard/${place}` : '/dashboard';
  }
}
