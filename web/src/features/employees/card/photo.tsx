import type { EmployeeView } from '@feusa/contracts/employees';
import { useState } from 'react';
import { initialsOf, tintOf } from '../../../shared/initials.js';
import styles from './photo.module.css';

interface PhotoProps {
  readonly person: EmployeeView;
  readonly large?: boolean;
  /** An image that is chosen but not uploaded yet. */
  readonly preview?: string | undefined;
}

/** The person's image, else the default avatar: initials over furrows. It is decoration: the name is beside it. */
export function Photo({ person, large = false, preview }: PhotoProps) {
  const [failed, setFailed] = useState<string>();
  const { file } = person;
  const url = preview ?? (file && !isPdf(file) ? thumbnail(file, large ? 320 : 96) : undefined);
  const size = large ? 160 : 56;
  return (
    <span className={`${styles.photo} ${large ? styles.large : ''}`}>
      {(!url || failed === url) && <Avatar person={person} />}
      {url && failed !== url && (
        <img
          src={url}
          alt=""
          width={size}
          height={size}
          loading="lazy"
          decoding="async"
          onError={() => setFailed(url)}
        />
      )}
    </span>
  );
}

const TINTS = 4;

function Avatar({ person: { id, firstName, lastName } }: { readonly person: EmployeeView }) {
  const tint = tintOf(id, TINTS);
  return (
    <svg viewBox="0 0 56 56" className={styles.avatar} data-tint={tint} aria-hidden>
      <rect width="56" height="56" className={styles.sky} />
      <path d="M0 43 C14 38 42 38 56 43 V56 H0 Z" className={styles.field} />
      <path
        d="M21 42 L10 56 M28 41.5 V56 M35 42 L46 56"
        className={styles.furrow}
        fill="none"
        strokeWidth="1.5"
      />
      <text
        x="28"
        y="28.5"
        textAnchor="middle"
        dominantBaseline="middle"
        className={styles.initials}
      >
        {initialsOf(firstName, lastName)}
      </text>
    </svg>
  );
}

/** An image in one of the sizes that the server draws. */
const thumbnail = (file: string, size: 96 | 320): string =>
  file.startsWith('/files/') ? `${file}/thumbnail?size=${size}` : file;

/** Types that are offered as a link instead of a preview (seed, point 9). */
export const isPdf = (file: string): boolean => /\.pdf(?:$|[?#])/i.test(file);
