import { lazy, Suspense, type ComponentProps } from 'react';
import type { Selection } from '../../../shared/selection.js';
import { PeopleGrid } from '../grid/people-grid.js';
import { texts } from '../texts.js';
import { NoPeople } from './no-people.js';

const PeopleTable = lazy(() => import('../table/people-table.js'));

interface ListProps {
  readonly inList: Omit<ComponentProps<typeof PeopleGrid>, 'label'>;
  readonly isTable: boolean;
  readonly selection: Selection;
  readonly nobody: ComponentProps<typeof NoPeople>;
}

/** The people as cards or in a table, or why there is nobody. */
export function PeopleList({ inList, isTable, selection, nobody }: ListProps) {
  if (inList.rows.length === 0) return <NoPeople {...nobody} />;
  if (!isTable) return <PeopleGrid {...inList} label={texts.ourStaff} />;
  return (
    <Suspense>
      <PeopleTable {...inList} selection={selection} />
    </Suspense>
  );
}
