import { Mail, Phone, Smartphone, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { isSaved, useHighlighted } from '../../../shared/own-changes.js';
import styles from './card.module.css';
import { fullName } from '../commands.js';
import { SinceMark } from '../../../shared/ui/since-mark.js';
import { CopyButton } from './copy-button.js';
import { Marked } from './marked.js';
import type { Marks } from '../search/match.js';
import { Photo } from './photo.js';
import type { Row } from '../directory/use-held-rows.js';
import { dialable } from '@feusa/contracts/vcard';
import { texts } from '../texts.js';

export interface CardProps {
  readonly row: Row;
  readonly marks: Marks;
  /** The one card that Tab reaches; its links come after it. */
  readonly isCurrent: boolean;
  readonly isSaving: boolean;
  readonly nameRef: (id: string) => (element: HTMLElement | null) => void;
  readonly onOpen: (id: string) => void;
}

/** One employee: the name opens everything, phone and e-mail act at once. */
export function Card({ row, marks, isCurrent, isSaving, nameRef, onOpen }: CardProps) {
  const { person, gone } = row;
  const { id, role, location, department, manager } = person;
  const tab = isCurrent ? 0 : -1;
  const isHighlighted = useHighlighted(id);
  return (
    <article
      className={`${styles.card} ${isHighlighted ? 'highlight' : ''}`}
      data-gone={gone || undefined}
    >
      <header className={styles.head}>
        <Photo person={person} />
        <div className={styles.who}>
          <h2 className={styles.name}>
            <button
              type="button"
              ref={nameRef(id)}
              tabIndex={tab}
              data-person={id}
              className={styles.open}
              onClick={() => isSaved(person) && onOpen(id)}
            >
              <Marked segments={marks.text(fullName(person))} />
            </button>
          </h2>
          <p className={styles.role}>
            <Marked segments={marks.text(role)} />
          </p>
        </div>
        <SinceMark id={id} />
        {gone && <span className={styles.state}>{texts.goneMark}</span>}
        {isSaving && <span className={styles.state}>{texts.saving}</span>}
      </header>
      <Contacts row={row} marks={marks} tab={tab} />
      <dl className={styles.facts}>
        <Fact label={texts.fields.location}>{marks.text(location)}</Fact>
        <Fact label={texts.fields.department}>{marks.text(department)}</Fact>
        <Fact label={texts.fields.manager}>{marks.text(manager)}</Fact>
      </dl>
    </article>
  );
}

function Fact({
  label,
  children,
}: {
  readonly label: string;
  readonly children: ReturnType<Marks['text']>;
}) {
  const text = children.map((segment) => segment.text).join('');
  return (
    <div>
      <dt>{label}</dt>
      <dd title={text}>
        <Marked segments={children} />
      </dd>
    </div>
  );
}

interface ContactsProps extends Pick<CardProps, 'row' | 'marks'> {
  readonly tab: number;
}

function Contacts({ row: { person }, marks, tab }: ContactsProps) {
  const { email, phoneNumber, mobile } = person;
  const phone = (number: string, icon: LucideIcon, what: string) => (
    <Contact
      icon={icon}
      href={`tel:${dialable(number)}`}
      tab={tab}
      label={what}
      copy={dialable(number)}
    >
      <Marked segments={marks.phone(number)} />
    </Contact>
  );
  return (
    <div className={styles.contacts}>
      {phone(phoneNumber, Phone, texts.fields.phoneNumber)}
      {mobile && phone(mobile, Smartphone, texts.fields.mobile)}
      <Contact
        icon={Mail}
        href={`mailto:${email}`}
        tab={tab}
        label={texts.fields.email}
        copy={email}
      >
        <Marked segments={marks.text(email)} />
      </Contact>
    </div>
  );
}

interface ContactProps {
  readonly icon: LucideIcon;
  readonly href: string;
  readonly label: string;
  readonly copy: string;
  readonly tab: number;
  readonly children: ReactNode;
}

function Contact({ icon: Icon, href, label, copy, tab, children }: ContactProps) {
  return (
    <div className={styles.contact}>
      <a href={href} tabIndex={tab} className={styles.link}>
        <Icon size={15} strokeWidth={1.5} aria-hidden />
        <span className="visually-hidden">{label}: </span>
        <span className={styles.value}>{children}</span>
      </a>
      <CopyButton text={copy} what={label.toLowerCase()} tabIndex={tab} className={styles.copy} />
    </div>
  );
}
