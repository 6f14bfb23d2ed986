import type { Erasable, ErasureOutlook, Mention } from '@feusa/contracts/erasure';
import { idOf, nounOf } from '@feusa/contracts/events';
import { Eraser, TriangleAlert } from 'lucide-react';
import { Link } from 'wouter';
import styles from './erase-outlook.module.css';
import { ErrorState } from './states.js';
import { formatNumber } from '../format.js';
import { texts } from '../texts.js';

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
      <section className={styles.part} aria-label={texts.whatGoes}>
        <h3>
          <Eraser size={16} strokeWidth={1.5} aria-hidden />
          {texts.whatGoes}
        </h3>
        <ul className={styles.goes}>
          {goes.map((each) => (
            <li key={each}>{each}</li>
          ))}
          {outlook && outlook.reports > 0 && <li>{reports(outlook.reports)}</li>}
        </ul>
      </section>
      {error !== undefined && (
        <ErrorState title={texts.mentionsNotLoaded} error={error} onRetry={onRetry} />
      )}
      {!outlook && error === undefined && (
        <p className={styles.quiet} role="status">
          {texts.mentionsLoading}
        </p>
      )}
      {outlook && outlook.mentions.length > 0 && <StillNaming mentions={outlook.mentions} />}
    </>
  );
}

const OF_PEOPLE = [texts.goesFromDirectory, texts.goesFromSearch];
const OF_USERS = [texts.goesWithAccount, texts.goesFromLog];

const reports = (count: number) =>
  count === 1 ? texts.oneReport : texts.manyReports(formatNumber(count));

function StillNaming({ mentions }: { readonly mentions: readonly Mention[] }) {
  return (
    <section className={styles.part} aria-label={texts.whatStillNamesThem}>
      <h3 className={styles.attention}>
        <TriangleAlert size={16} strokeWidth={1.5} aria-hidden />
        {texts.whatStillNamesThem}
      </h3>
      <p className={styles.quiet}>{texts.mentionsHint}</p>
      <ul className={styles.named}>
        {mentions.map((mention) => (
          <li key={mention.stream}>
            <Link href={hrefOf(mention)} target="_blank">
              {mention.called}
            </Link>
            <span className={styles.quiet}>
              {whatOf(mention)}
              {mention.removed && texts.inTheTrash}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function whatOf({ stream, field }: Mention): string {
  const noun = nounOf(stream);
  if (field === 'note') return texts.namesThemInANote;
  if (noun === 'employee')
    return field === 'manager' ? texts.hasThemAsManager : texts.hasTheirAddress;
  return noun === 'user' ? texts.anAccountEraseItToo : noun;
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
