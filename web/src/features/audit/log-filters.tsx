import type { UserView } from '@feusa/contracts/users';
import { useEffect, useState } from 'react';
import { Button } from '../../shared/ui/button.js';
import { SelectField, TextField } from '../../shared/ui/field.js';
import { useSizeClass } from '../../shared/use-size.js';
import styles from './audit.module.css';
import { eventTypes, typeLabel } from './describe.js';
import type { LogFilter } from './log-event.js';

interface LogFiltersProps {
  readonly filter: LogFilter;
  /** Empty for those who may not list the users. */
  readonly users: readonly UserView[];
  readonly isFiltered: boolean;
  readonly onChange: (filter: Partial<LogFilter>) => void;
}

const TYPING_MS = 350;

export function LogFilters({ filter, users, isFiltered, onChange }: LogFiltersProps) {
  const set = (name: keyof LogFilter, value: string) => onChange({ ...filter, [name]: value });
  const isPhone = useSizeClass() === 0;
  const [open, setOpen] = useState(!isPhone || isFiltered);
  return (
    <details
      className={styles.fold}
      open={open || !isPhone}
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary>Filter</summary>
      <form
        role="search"
        aria-label="Filter the log"
        className={styles.filters}
        onSubmit={(event) => event.preventDefault()}
      >
        <SelectField
          label="What happened"
          value={filter.type}
          onChange={(event) => set('type', event.target.value)}
        >
          <option value="">Anything</option>
          {eventTypes.map((type) => (
            <option key={type} value={type}>
              {typeLabel(type)}
            </option>
          ))}
        </SelectField>
        {users.length > 0 ? (
          <SelectField
            label="Who did it"
            value={filter.actor}
            onChange={(event) => set('actor', event.target.value)}
          >
            <option value="">Anybody</option>
            <option value="system">The system</option>
            {users.map(({ id, email }) => (
              <option key={id} value={id}>
                {email}
              </option>
            ))}
            {filter.actor && !users.some(({ id }) => id === filter.actor) && (
              <option value={filter.actor}>{filter.actor}</option>
            )}
          </SelectField>
        ) : (
          <SlowText
            label="Who did it (user id)"
            value={filter.actor}
            onChange={(value) => set('actor', value)}
          />
        )}
        <SlowText
          label="Stream"
          value={filter.stream}
          placeholder="folder-…"
          onChange={(value) => set('stream', value)}
        />
        <TextField
          label="From"
          type="datetime-local"
          value={filter.from}
          onChange={(event) => set('from', event.target.value)}
        />
        <TextField
          label="To"
          type="datetime-local"
          value={filter.to}
          onChange={(event) => set('to', event.target.value)}
        />
        {isFiltered && (
          <Button tone="quiet" className={styles.all ?? ''} onClick={() => onChange({})}>
            Show all
          </Button>
        )}
      </form>
    </details>
  );
}

interface SlowTextProps {
  readonly label: string;
  readonly value: string;
  readonly placeholder?: string;
  readonly onChange: (value: string) => void;
}

/** Asks once the typing pauses. */
function SlowText({ label, value, placeholder, onChange }: SlowTextProps) {
  const [text, setText] = useState(value);
  useEffect(() => setText(value), [value]);
  useEffect(() => {
    if (text === value) return;
    const timer = setTimeout(() => onChange(text), TYPING_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return (
    <TextField
      label={label}
      value={text}
      placeholder={placeholder}
      autoComplete="off"
      spellCheck={false}
      onChange={(event) => setText(event.target.value)}
    />
  );
}
