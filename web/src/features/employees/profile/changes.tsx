import type { ProfileRequest } from '@feusa/contracts/employees';
import { texts } from '../texts.js';
import styles from './profile.module.css';

/** Field by field: how it is, and how it is to be. */
export const Changes = ({ changes }: Pick<ProfileRequest, 'changes'>) => (
  <dl className={styles.changes}>
    {changes.map(({ field, from, to }) => (
      <div key={field}>
        <dt>{texts.fields[field]}</dt>
        <dd>
          <del>{from}</del> <ins>{to}</ins>
        </dd>
      </div>
    ))}
  </dl>
);
