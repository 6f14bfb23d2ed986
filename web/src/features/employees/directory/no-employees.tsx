import { UserPlus } from 'lucide-react';
import { Button } from '../../../shared/ui/button.js';
import { EmptyState } from '../../../shared/ui/states.js';
import { texts } from '../texts.js';

interface NoPeopleProps {
  /** The text that found nobody; empty: not searched. */
  readonly query: string;
  readonly isFiltered: boolean;
  readonly onClear: () => void;
  readonly onAllFilters: () => void;
  readonly onAdd: (() => void) | undefined;
}

/** Nobody found, nobody in these filters, or nobody yet: three different things. */
export function NoEmployees({ query, isFiltered, onClear, onAllFilters, onAdd }: NoPeopleProps) {
  const showAll = <Button onClick={onClear}>{texts.showEverybody}</Button>;
  const noFilters = <Button onClick={onAllFilters}>{texts.removeTheFilters}</Button>;
  if (query)
    return (
      <EmptyState title={texts.nobodyMatches(query)} action={isFiltered ? noFilters : showAll}>
        <p>{isFiltered ? texts.notWithTheseFilters : texts.searchHint}</p>
      </EmptyState>
    );
  if (isFiltered)
    return (
      <EmptyState title={texts.nobodyHere} action={noFilters}>
        <p>{texts.nobodyHereHint}</p>
      </EmptyState>
    );
  return (
    <EmptyState
      title={texts.nobodyYet}
      action={
        onAdd && (
          <Button tone="primary" icon={UserPlus} onClick={onAdd}>
            {texts.addNewEmployee}
          </Button>
        )
      }
    >
      <p>{texts.nobodyYetHint}</p>
    </EmptyState>
  );
}
