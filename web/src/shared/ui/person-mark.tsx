import type { ActorView } from '@feusa/contracts/docs';
import { useState } from 'react';
import { initialsOf } from '../initials.js';
import styles from './person-mark.module.css';

interface PersonMarkProps {
  readonly person: Pick<ActorView, 'email' | 'name' | 'file'>;
  /** Within a line of text. */
  readonly small?: boolean;
}

/** The small photo of somebody, else their initials; it is decoration: the name is beside it. */
export function PersonMark({ person: { email, name, file }, small = false }: PersonMarkProps) {
  const [failed, setFailed] = useState<string>();
  const [first = '', ...others] = (name ?? email).split(' ');
  const isShown = file !== undefined && failed !== file;
  return (
    <span
      className={`${styles.mark} ${small ? styles.small : ''}`}
      data-initials={isShown ? undefined : initialsOf(first, others.at(-1) ?? '')}
      aria-hidden
    >
      {isShown && (
        <img
          src={`${file}/thumbnail?size=96`}
          alt=""
          loading="lazy"
          decoding="async"
          onError={() => setFailed(file)}
        />
      )}
    </span>
  );
}
