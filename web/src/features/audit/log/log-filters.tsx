import { useEffect, useState } from 'react';
import { X } from 'lucide-react';
import { Button } from '../../../shared/ui/button.js';
import { TextField } from '../../../shared/ui/field.js';
import { KindField, TimeFields } from '../../../shared/ui/log-fields.js';
import { PhoneFold } from '../../../shared/ui/phone-fold.js';
import styles from '../audit.module.css';
import { eventTypes, nounOf, typeLabel } from '../describe.js';
import type { LogFilter } from '../log-event.js';
import type { Known } from '../use-names.js';
import { texts } from '../texts.js';

interface LogFiltersProps {
  readonly filter: LogFilter;
  readonly known: Known;
  readonly isFiltered: boolean;
  /** Sets a part of the filter and leaves the rest. */
  readonly onChange: (part: Partial<LogFilter>) => void;
  readonly onClear: () => void;
}

const TYPING_MS = 350;
const ID = /^(system|[0-9a-f]{8}-[0-9a-f-]{27})$/i;

export function LogFilters(props: LogFiltersProps) {
  const { filter, isFiltered, onChange } = props;
  const set = (name: keyof LogFilter, value: string) => onChange({ [name]: value });
  const person = ID.test(filter.person) ? '' : filter.person;
  return (
    <PhoneFold label={isFiltered ? texts.filterOn : texts.filter}>
      <form
        role="search"
        aria-label={texts.filterTheLog}
        className={styles.filters}
        onSubmit={(event) => event.preventDefault()}
      >
        <SlowText
          label={texts.search}
          type="search"
          value={filter.text}
          placeholder={texts.searchPlaceholder}
          onChange={(value) => set('text', value)}
        />
        <SlowText
          label={texts.changedByOrAbout}
          type="search"
          value={person}
          placeholder={texts.nameOrEMail}
          onChange={(value) => set('person', value)}
        />
        <KindField
          label={texts.eventType}
          value={filter.type}
          all={texts.allTypes}
          kinds={eventTypes}
          nameOf={typeLabel}
          onChange={(value) => set('type', value)}
        />
        <TimeFields from={filter.from} to={filter.to} onChange={set} />
      </form>
      <Chips {...props} />
    </PhoneFold>
  );
}

/** What is set elsewhere than in a field, each with a button that takes it away. */
function Chips({ filter, known, isFiltered, onChange, onClear }: LogFiltersProps) {
  const { person, stream, actor, correlation } = filter;
  const chips: [keyof LogFilter, string, string][] = [
    ['person', ID.test(person) ? personName(person, known) : '', texts.changedByOrAbout],
    ['stream', stream && (known.names.get(stream) ?? texts.a(nounOf(stream))), texts.about],
    ['actor', actor && known.actor(actor), texts.doneBy],
    ['correlation', correlation && texts.oneOnly, texts.request],
  ];
  if (!isFiltered) return null;
  return (
    <p className={styles.chips}>
      {chips.map(
        ([name, value, label]) =>
          value && (
            <Button
              key={name}
              small
              icon={X}
              aria-label={texts.removeFilter(label.toLowerCase(), value)}
              onClick={() => onChange({ [name]: '' })}
            >
              {label}: {value}
            </Button>
          ),
      )}
      <Button small tone="quiet" className={styles.all ?? ''} onClick={onClear}>
        {texts.showAll}
      </Button>
    </p>
  );
}

const personName = (id: string, known: Known) =>
  known.names.get(`employee-${id}`) ?? known.actor(id);

interface SlowTextProps {
  readonly label: string;
  readonly value: string;
  readonly type: 'search';
  readonly placeholder: string;
  readonly onChange: (value: string) => void;
}

/** Asks once the typing pauses. */
function SlowText({ value, onChange, ...field }: SlowTextProps) {
  const [text, setText] = useState(value);
  useEffect(() => setText(value), [value]);
  useEffect(() => {
    if (text === value) return;
    const timer = setTimeout(() => onChange(text), TYPING_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return (
    <TextField
      {...field}
      value={text}
      autoComplete="off"
      spellCheck={false}
      maxLength={200}
      onChange={(event) => setText(event.target.value)}
    />
  );
}
