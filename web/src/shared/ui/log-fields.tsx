import { texts } from '../texts.js';
import { SelectField, TextField } from './field.js';

interface KindFieldProps<K extends string> {
  readonly label: string;
  readonly value: string;
  /** What stands for no choice. */
  readonly all: string;
  readonly kinds: readonly K[];
  readonly nameOf: (kind: K) => string;
  readonly onChange: (value: string) => void;
}

/** One kind of what a log tells, or all. */
export const KindField = <K extends string>({ kinds, nameOf, ...field }: KindFieldProps<K>) => (
  <SelectField
    label={field.label}
    value={field.value}
    onChange={(event) => field.onChange(event.target.value)}
  >
    <option value="">{field.all}</option>
    {kinds.map((each) => (
      <option key={each} value={each}>
        {nameOf(each)}
      </option>
    ))}
  </SelectField>
);

interface TimeFieldsProps {
  readonly from: string;
  readonly to: string;
  readonly onChange: (end: 'from' | 'to', value: string) => void;
}

/** From when and to when a log is read. */
export const TimeFields = ({ onChange, ...times }: TimeFieldsProps) =>
  (['from', 'to'] as const).map((end) => (
    <TextField
      key={end}
      label={texts[end]}
      type="datetime-local"
      value={times[end]}
      onChange={(event) => onChange(end, event.target.value)}
    />
  ));
