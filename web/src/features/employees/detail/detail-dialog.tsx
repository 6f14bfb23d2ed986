import type { EmployeeView } from '@feusa/contracts/employees';
import { displayPhone } from '@feusa/contracts/phone';
import { Contact as ContactIcon, Pencil, Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { dayOf } from '../../../shared/format.js';
import { useSession } from '../../../shared/session.js';
import { useSince } from '../../../shared/since.js';
import { passingOn } from '../../../shared/links/pass-on.js';
import { Button, IconButton } from '../../../shared/ui/button.js';
import { Dialog } from '../../../shared/ui/dialog.js';
import { StarButton } from '../../../shared/ui/star-button.js';
import { SinceMark } from '../../../shared/ui/since-mark.js';
import { fullName } from '../commands.js';
import { CopyButton } from '../card/copy-button.js';
import styles from './detail-dialog.module.css';
import { EmployeeImage } from './employee-image.js';
import { dialable } from '@feusa/contracts/vcard';
import { saveVCard } from '../card/vcard.js';
import { texts } from '../texts.js';

type Named = Pick<EmployeeView, 'id' | 'firstName' | 'lastName'>;

export interface DetailProps {
  readonly person: EmployeeView;
  /** The manager, where that is somebody of the directory. */
  readonly manager: EmployeeView | undefined;
  readonly reports: readonly Named[];
  readonly onPerson: (id: string) => void;
  readonly onEdit: () => void;
  readonly onDelete: () => void;
  readonly onClose: () => void;
}

export default function DetailDialog(props: DetailProps) {
  const { person, manager, reports, onPerson, onEdit, onDelete, onClose } = props;
  const { isAdmin, isReadOnly } = useSession();
  const since = useSince(person.id);
  const name = fullName(person);
  const footer = (
    <>
      {isAdmin && (
        <Button tone="danger" icon={Trash2} className={styles.far ?? ''} onClick={onDelete}>
          {texts.delete}
        </Button>
      )}
      {!isReadOnly && <StarButton item={{ kind: 'person', id: person.id }} />}
      <PassOnButton person={person} />
      <Button icon={ContactIcon} onClick={() => saveVCard([person])}>
        {texts.saveContact}
      </Button>
      {isAdmin && (
        <Button tone="primary" icon={Pencil} onClick={onEdit}>
          {texts.edit}
        </Button>
      )}
    </>
  );
  return (
    <Dialog addressed title={name} size="medium" onClose={onClose} footer={footer}>
      {since && (
        <p className={styles.since}>
          <SinceMark id={person.id} /> {since.detail}
        </p>
      )}
      <div className={styles.person}>
        <EmployeeImage person={person} />
        <dl className={styles.facts}>
          <Fact label={texts.fields.role}>{person.role}</Fact>
          <Fact label={texts.fields.email} copy={person.email}>
            <a href={`mailto:${person.email}`}>{person.email}</a>
          </Fact>
          <PhoneFact label={texts.fields.phoneNumber} number={person.phoneNumber} />
          {person.mobile && <PhoneFact label={texts.fields.mobile} number={person.mobile} />}
          <Fact label={texts.fields.location}>{person.location}</Fact>
          <Fact label={texts.fields.department}>{person.department}</Fact>
          <Fact label={texts.fields.manager}>
            {manager && manager.id !== person.id ? (
              <button type="button" className={styles.link} onClick={() => onPerson(manager.id)}>
                {person.manager}
              </button>
            ) : (
              person.manager
            )}
          </Fact>
          {reports.length > 0 && (
            <Fact label={texts.reports}>
              <ul className={styles.reports}>
                {reports.map((each) => (
                  <li key={each.id}>
                    <button type="button" className={styles.link} onClick={() => onPerson(each.id)}>
                      {fullName(each)}
                    </button>
                  </li>
                ))}
              </ul>
            </Fact>
          )}
          <Fact label={texts.added}>{dayOf(person.timestamp)}</Fact>
        </dl>
      </div>
      <p className={styles.id}>
        {texts.id} <span>{person.id}</span>
      </p>
    </Dialog>
  );
}

/** Copies the address of this entry, or shares it where the phone has a sheet for that. */
function PassOnButton({ person }: { readonly person: EmployeeView }) {
  const { label, icon, run } = passingOn(
    `/dashboard/employees?person=${person.id}`,
    fullName(person),
  );
  return icon && <IconButton icon={icon} label={label} onClick={run} />;
}

interface PhoneFactProps {
  readonly label: string;
  readonly number: string;
}

/** A number that is too short to be shown can still be dialled and copied. */
function PhoneFact({ label, number }: PhoneFactProps) {
  const shown = displayPhone(number);
  return (
    <Fact label={label} copy={shown || number}>
      <a
        href={`tel:${dialable(number)}`}
        aria-label={shown ? undefined : texts.call(number)}
        className="tabular"
      >
        {shown || texts.callShort}
      </a>
    </Fact>
  );
}

interface FactProps {
  readonly label: string;
  readonly children: ReactNode;
  readonly copy?: string;
}

function Fact({ label, children, copy }: FactProps) {
  return (
    <div className={styles.fact}>
      <dt>{label}</dt>
      <dd>
        <div className={styles.value}>{children}</div>
        {copy && <CopyButton text={copy} what={label.toLowerCase()} />}
      </dd>
    </div>
  );
}
