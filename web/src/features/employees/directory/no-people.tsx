import { UserPlus } from 'lucide-react';
import { Button } from '../../../shared/ui/button.js';
import { EmptyState } from '../../../shared/ui/states.js';

interface NoPeopleProps {
  /** The text that found nobody; empty: not searched. */
  readonly query: string;
  readonly isFiltered: boolean;
  readonly onClear: () => void;
  readonly onAllFilters: () => void;
  readonly onAdd: (() => void) | undefined;
}

/** Nobody found, nobody in these filters, or nobody yet: three different things. */
export function NoPeople({ query, isFiltered, onClear, onAllFilters, onAdd }: NoPeopleProps) {
  const showAll = <Button onClick={onClear}>Show everybody</Button>;
  const noFilters = <Button onClick={onAllFilters}>Remove the filters</Button>;
  if (query)
    return (
      <EmptyState title={`Nobody matches “${query}”`} action={isFiltered ? noFilters : showAll}>
        <p>
          {isFiltered
            ? 'At least not with these filters.'
            : 'Try fewer letters, only the last name, or some digits of the phone number.'}
        </p>
      </EmptyState>
    );
  if (isFiltered)
    return (
      <EmptyState title="Nobody is in this place and department" action={noFilters}>
        <p>Somebody may have moved since this link was made.</p>
      </EmptyState>
    );
  return (
    <EmptyState
      title="Nobody is in the directory yet"
      action={
        onAdd && (
          <Button tone="primary" icon={UserPlus} onClick={onAdd}>
            Add New Employee
          </Button>
        )
      }
    >
      <p>Colleagues appear here with their phone, e-mail and place.</p>
    </EmptyState>
  );
}
