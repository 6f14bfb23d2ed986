import { lazy, Suspense } from 'react';
import useSWR from 'swr';
import { answer, usePendingConflicts } from './ask.js';
import { factsOf } from './facts.js';

const ConflictDialog = lazy(() => import('./conflict-dialog.js'));

/** Asks about one conflict after the other, wherever they come from. */
export function ConflictLayer() {
  const asked = usePendingConflicts();
  const [conflict] = asked;
  const { data: existing } = useSWR<readonly string[], unknown, readonly unknown[] | null>(
    conflict ? ['conflict', conflict.existing, conflict.folderId] : null,
    () => (conflict ? factsOf(conflict) : []),
  );
  if (!conflict) return null;
  const { name, existing: other, mine, suggestion, canReplace, group } = conflict;
  const more = asked.filter((each) => each.group === group).length - 1;
  return (
    <Suspense>
      <ConflictDialog
        key={`${group} ${name} ${other.id}`}
        {...{ name, mine, suggestion, canReplace, existing, more, kind: other.kind }}
        onAnswer={(choice, forAll) => answer(conflict, choice, forAll)}
        onCancel={() => answer(conflict, 'cancel', true)}
      />
    </Suspense>
  );
}
