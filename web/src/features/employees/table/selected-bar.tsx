import type { EmployeeView } from '@feusa/contracts/employees';
import { peopleCsv } from '@feusa/contracts/employees-csv';
import { Contact, Pencil, Printer, Sheet } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { usePast } from '../../../shared/past.js';
import { saveText } from '../../../shared/save-file.js';
import type { Selection } from '../../../shared/selection.js';
import { useSession } from '../../../shared/session.js';
import { Button } from '../../../shared/ui/button.js';
import { FloatingBar } from '../../../shared/ui/floating-bar.js';
import { saveVCard } from '../card/vcard.js';
import type { Directory } from '../directory/directory.js';
import { texts } from '../texts.js';
import { unfinishedIds } from './bulk-draft.js';

const BulkEdit = lazy(() => import('./bulk-edit.js'));
const say = texts.table;

interface BarProps {
  readonly people: readonly EmployeeView[];
  readonly selection: Selection;
  readonly directory: Directory;
}

/** What can be done with everybody who is selected. */
export function SelectedBar({ people, selection, directory }: BarProps) {
  const { isAdmin } = useSession();
  const isPast = usePast() !== '';
  const [editing, setEditing] = useState(() => unfinished(directory));
  return (
    <>
      {people.length > 0 && (
        <FloatingBar label={say.selected} says={say.count(people.length)} selection={selection}>
          {isAdmin && !isPast && (
            <Button small icon={Pencil} onClick={() => setEditing(people)}>
              {say.edit}
            </Button>
          )}
          <Button small icon={Sheet} onClick={() => saveCsv(people)}>
            {say.csv}
          </Button>
          <Button small icon={Contact} onClick={() => saveVCard(people)}>
            {say.vcard}
          </Button>
          <Button small icon={Printer} onClick={() => print()}>
            {say.print}
          </Button>
        </FloatingBar>
      )}
      {editing && (
        <Suspense>
          <BulkEdit people={editing} directory={directory} onClose={() => setEditing(undefined)} />
        </Suspense>
      )}
    </>
  );
}

/** Those of them who are still there, and nothing where nobody is. */
function unfinished({ byId }: Directory): readonly EmployeeView[] | undefined {
  const people = unfinishedIds().flatMap((id) => byId.get(id) ?? []);
  return people.length > 0 ? people : undefined;
}

const saveCsv = (people: readonly EmployeeView[]) =>
  saveText('people.csv', peopleCsv.head + people.map(peopleCsv.line).join(''), 'text/csv');
