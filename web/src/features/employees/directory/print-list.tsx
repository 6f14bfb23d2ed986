import type { EmployeeView } from '@feusa/contracts/employees';
import { displayPhone } from '@feusa/contracts/phone';
import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { fullName } from '../commands.js';
import styles from './print-list.module.css';
import { texts } from '../texts.js';

/** True while the browser prints: only then is everybody drawn. */
function usePrinting(): boolean {
  const [printing, setPrinting] = useState(false);
  useEffect(() => {
    const start = () => flushSync(() => setPrinting(true));
    const end = () => setPrinting(false);
    addEventListener('beforeprint', start);
    addEventListener('afterprint', end);
    return () => {
      removeEventListener('beforeprint', start);
      removeEventListener('afterprint', end);
    };
  }, []);
  return printing;
}

const { name, fields } = texts;
const titles = [
  ...[name, fields.role, fields.phoneNumber, fields.mobile],
  ...[fields.email, fields.location, fields.department],
];

/** The list as it is on the screen, on paper: one line a person. */
export function PrintList({ people }: { readonly people: readonly EmployeeView[] }) {
  if (!usePrinting()) return null;
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          {titles.map((title) => (
            <th key={title} scope="col">
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {people.map((person) => (
          <tr key={person.id}>
            <th scope="row">{fullName(person)}</th>
            <td>{person.role}</td>
            <td className={styles.phone}>{displayPhone(person.phoneNumber)}</td>
            <td className={styles.phone}>{person.mobile && displayPhone(person.mobile)}</td>
            <td>{person.email}</td>
            <td>{person.location}</td>
            <td>{person.department}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
