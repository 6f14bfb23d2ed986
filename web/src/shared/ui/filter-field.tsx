import { TextField } from './field.js';

/** Fewer are seen at a glance. */
const WORTH_FILTERING = 8;

interface FilterFieldProps {
  readonly label: string;
  /** How many there are without it. */
  readonly of: number;
  readonly filter: string;
  readonly onFilter: (filter: string) => void;
}

/** Narrows a list down, where there is enough of it or that was done already. */
export function FilterField({ label, of, filter, onFilter }: FilterFieldProps) {
  if (of <= WORTH_FILTERING && !filter) return null;
  return (
    <TextField
      label={label}
      type="search"
      value={filter}
      onChange={(event) => onFilter(event.target.value)}
    />
  );
}
