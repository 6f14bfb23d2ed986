import type { ImportPlan, ImportRow } from '@feusa/contracts/imports';
import { useState } from 'react';
import { Button } from '../../../shared/ui/button.js';
import { fieldLabels, type FieldName } from '../form/conflict.js';
import { texts } from '../texts.js';
import styles from './import.module.css';

type Outcome = ImportRow['outcome'];

const order: readonly Outcome[] = ['add', 'change', 'refused', 'same'];
const FIRST = 200;
const say = texts.import;

/** What becomes of each row, to be looked through by outcome. */
export function PlanTable({ plan }: { readonly plan: ImportPlan }) {
  const [only, setOnly] = useState<Outcome>();
  const [most, setMost] = useState(FIRST);
  const rows = only ? plan.rows.filter(({ outcome }) => outcome === only) : plan.rows;
  return (
    <>
      <div className={styles.counts} role="group" aria-label={say.outcomes}>
        {order.map((outcome) => (
          <Button
            key={outcome}
            small
            aria-pressed={only === outcome}
            data-outcome={outcome}
            onClick={() => setOnly(only === outcome ? undefined : outcome)}
          >
            {say.counted[outcome](plan.counts[outcome])}
          </Button>
        ))}
      </div>
      <div className={styles.scroll} tabIndex={0} role="region" aria-label={say.plan}>
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">{say.line}</th>
              <th scope="col">{texts.name}</th>
              <th scope="col">{say.outcome}</th>
            </tr>
          </thead>
          <tbody>
            {rows.slice(0, most).map((row) => (
              <tr key={row.line} data-outcome={row.outcome}>
                <td>{row.line}</td>
                <td>
                  {row.name}
                  <p className={styles.email}>{row.email}</p>
                </td>
                <td>
                  <strong>{say.words[row.outcome]}</strong>
                  <Detail row={row} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
        {rows.length > most && (
          <Button small onClick={() => setMost(most + FIRST)}>
            {say.more(rows.length - most)}
          </Button>
        )}
      </div>
    </>
  );
}

const labelOf = (field: string): string => fieldLabels[field as FieldName] ?? field;

function Detail({ row }: { readonly row: ImportRow }) {
  if (row.outcome === 'refused')
    return (
      <ul className={styles.changes}>
        {row.faults.map(({ field, reason }) => (
          <li key={`${field} ${reason}`}>{field ? `${labelOf(field)}: ${reason}` : reason}</li>
        ))}
      </ul>
    );
  if (row.outcome !== 'change') return null;
  return (
    <ul className={styles.changes}>
      {row.changes.map(({ field, from, to }) => (
        <li key={field}>
          {labelOf(field)}: <del>{from || say.none}</del> <ins>{to || say.none}</ins>
        </li>
      ))}
    </ul>
  );
}
