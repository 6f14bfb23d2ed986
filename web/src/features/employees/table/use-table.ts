import type { EmployeeView } from '@feusa/contracts/employees';
import { useEffect, useMemo } from 'react';
import { useSelection } from '../../../shared/selection.js';
import type { Row } from '../directory/use-held-rows.js';
import { unfinishedIds } from './bulk-draft.js';
import { sortedBy } from './columns.js';
import { useTableView } from './table-view.js';

/** The people in the order of the table; `order` names it. Cards stay in that of the list. */
export function useSorted(people: readonly EmployeeView[]) {
  const { isTable, sort } = useTableView();
  const by = isTable ? sort : null;
  const sorted = useMemo(() => sortedBy(people, by), [people, by]);
  const order = by ? `${by.by} ${by.isDown ? 'down' : 'up'}` : '';
  return { isTable, sorted, order };
}

/** Who is selected in the table, also after a session has ended meanwhile; among cards nobody is. */
export function useEmployeeSelection(rows: readonly Row[], isTable: boolean) {
  const order = useMemo(() => rows.map(({ person }) => person.id), [rows]);
  const selection = useSelection(order, unfinishedIds);
  const { ids, clear } = selection;
  const selected = useMemo(
    () => rows.flatMap(({ person }) => (ids.has(person.id) ? [person] : [])),
    [rows, ids],
  );
  useEffect(() => {
    if (!isTable) clear();
  }, [isTable]);
  return { selection, selected };
}
