import type { ActorView } from '@feusa/contracts/docs';
import { useState, type ReactNode } from 'react';
import { calledOf } from '../accounts.js';
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

interface PersonLineProps extends Pick<PersonMarkProps, 'person'> {
  /** Behind the name. */
  readonly children?: ReactNode;
  /** Behind the e-mail address. */
  readonly about?: ReactNode;
}

/** Somebody in a list of people: photo and name, the e-mail address second. */
export function PersonLine({ person, children, about }: PersonLineProps) {
  const called = calledOf(person);
  return (
    <span className={styles.line}>
      <PersonMark person={person} />
      <span className={styles.words}>
        <span>
          {called} {children}
        </span>
        {called !== person.email && person.email && (
          <span className={styles.second}>{person.email}</span>
        )}
        {about && <span className={styles.second}>{about}</span>}
      </span>
    </span>
  );
}
