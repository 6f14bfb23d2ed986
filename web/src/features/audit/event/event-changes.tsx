import styles from './event.module.css';
import { fieldsOf, type Field } from './fields.js';
import type { Names } from '../describe.js';
import type { EventDetails } from '../log-event.js';
import { texts } from '../texts.js';

interface EventChangesProps {
  readonly details: EventDetails;
  readonly names: Names;
}

/** The thing field by field: what changed first, what stayed behind a fold. */
export function EventChanges({ details, names }: EventChangesProps) {
  const fields = fieldsOf(details, names);
  if (fields.length === 0) return null;
  const isNew = details.before === null;
  const changed = fields.filter((field) => field.changed);
  const same = fields.filter((field) => !field.changed);
  return (
    <section className={styles.section}>
      <h3>{isNew ? texts.created : texts.beforeAndAfter}</h3>
      <FieldTable fields={changed} isNew={isNew} />
      {same.length > 0 && (
        <details className={styles.more}>
          <summary>{texts.unchanged}</summary>
          <FieldTable fields={same} isNew />
        </details>
      )}
    </section>
  );
}

function FieldTable({
  fields,
  isNew,
}: {
  readonly fields: readonly Field[];
  readonly isNew: boolean;
}) {
  return (
    <table className={styles.fields}>
      <colgroup>
        <col className={styles.label} />
      </colgroup>
      <thead className={isNew ? 'visually-hidden' : ''}>
        <tr>
          <th scope="col">{texts.field}</th>
          {!isNew && <th scope="col">{texts.before}</th>}
          <th scope="col">{isNew ? texts.value : texts.after}</th>
        </tr>
      </thead>
      <tbody>
        {fields.map(({ label, before, after }) => (
          <tr key={label}>
            <th scope="row">{label}</th>
            {!isNew && <td className={styles.before}>{before ?? <Nothing />}</td>}
            <td className={isNew ? '' : styles.after}>{after ?? <Nothing />}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const Nothing = () => <span className={styles.nothing}>—</span>;
