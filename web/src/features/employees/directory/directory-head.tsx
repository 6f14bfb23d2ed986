import type { EmployeeView } from '@feusa/contracts/employees';
import { ChevronLeft, Contact, Ellipsis, Printer, UserPlus } from 'lucide-react';
import { counted } from '../../../shared/format.js';
import { useSession } from '../../../shared/session.js';
import { Button, LinkButton } from '../../../shared/ui/button.js';
import { MenuButton } from '../../../shared/ui/menu.js';
import { NoticePlace } from '../../../shared/ui/notice-place.js';
import styles from './directory-view.module.css';
import { saveVCard } from '../card/vcard.js';

interface HeadProps {
  /** Whom the list shows. */
  readonly people: readonly EmployeeView[];
  readonly onAdd: () => void;
}

export function DirectoryHead({ people, onAdd }: HeadProps) {
  const { isAdmin } = useSession();
  const save = `Save ${counted(people.length, 'contact')} as vCard`;
  return (
    <header className={styles.head}>
      <LinkButton href="/dashboard/" icon={ChevronLeft}>
        Back
      </LinkButton>
      <div className={styles.title}>
        <h1>Our staff</h1>
        <p className={styles.blurb}>
          Everyone at the company: who they are, where they work and how to reach them.
        </p>
      </div>
      <NoticePlace at="heading" />
      <div className={styles.actions}>
        {isAdmin && (
          <Button tone="primary" icon={UserPlus} onClick={onAdd}>
            Add New Employee
          </Button>
        )}
        <MenuButton
          iconOnly
          label="More for this list"
          icon={Ellipsis}
          entries={[
            { id: 'vcard', label: save, icon: Contact, run: () => saveVCard(people) },
            { id: 'print', label: 'Print this list', icon: Printer, run: () => print() },
          ]}
        />
      </div>
    </header>
  );
}
