import { X } from 'lucide-react';
import type { EmployeeView } from '@feusa/contracts/employees';
import { FacetMenu } from './facet-menu.js';
import styles from './filter-bar.module.css';
import { facetNames, facetValues, noFilters, toggle, type Filters } from './filters.js';
import { texts } from '../texts.js';

const labels = texts.fields;

interface FilterBarProps {
  /** The people that the filters apply to. */
  readonly people: readonly EmployeeView[];
  readonly filters: Filters;
  readonly onChange: (filters: Filters) => void;
}

/** Location and department, each with how many people it has, and what is chosen. */
export function FilterBar({ people, filters, onChange }: FilterBarProps) {
  const chosen = facetNames.flatMap((name) => filters[name].map((value) => ({ name, value })));
  return (
    <div role="group" aria-label={texts.filters} className={styles.bar}>
      {facetNames.map((name) => (
        <FacetMenu
          key={name}
          label={labels[name]}
          values={() => facetValues(people, filters, name)}
          chosen={filters[name].length}
          onToggle={(value) => onChange(toggle(filters, name, value))}
          onClear={() => onChange({ ...filters, [name]: [] })}
        />
      ))}
      {chosen.map(({ name, value }) => (
        <button
          key={name + value}
          type="button"
          className={styles.chip}
          aria-label={texts.removeTheFilter(labels[name], value)}
          onClick={() => onChange(toggle(filters, name, value))}
        >
          <span>{value}</span>
          <X size={14} strokeWidth={1.5} aria-hidden />
        </button>
      ))}
      {chosen.length > 1 && (
        <button type="button" className={styles.all} onClick={() => onChange(noFilters)}>
          {texts.removeAllFilters}
        </button>
      )}
    </div>
  );
}
