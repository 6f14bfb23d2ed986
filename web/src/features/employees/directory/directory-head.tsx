import type { EmployeeView } from '@feusa/contracts/employees';
import {
  ChevronLeft,
  Contact,
  Ellipsis,
  Network,
  Printer,
  Sheet,
  Upload,
  UserPlus,
  Inbox,
} from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useLocation } from 'wouter';
import { useSession } from '../../../shared/session.js';
import { Button, LinkButton } from '../../../shared/ui/button.js';
import { MenuButton } from '../../../shared/ui/menu.js';
import { NoticePlace } from '../../../shared/ui/notice-place.js';
import { texts as sharedTexts } from '../../../shared/texts.js';
import { useSizeClass } from '../../../shared/use-size.js';
import styles from './directory-view.module.css';
import { saveFrom } from '../../../shared/save-file.js';
import { saveVCard } from '../card/vcard.js';
import { texts } from '../texts.js';
import { useRequests } from '../profile/use-profile.js';

const RequestsDialog = lazy(() => import('../profile/requests-dialog.js'));

/** For administrators: how many people ask for a change, where there are any. */
function RequestsButton() {
  const { data, reload } = useRequests(true);
  const [isOpen, setOpen] = useState(false);
  const requests = data?.requests ?? [];
  return (
    <>
      {requests.length > 0 && (
        <Button icon={Inbox} onClick={() => setOpen(true)}>
          {texts.profile.requests(requests.length)}
        </Button>
      )}
      {isOpen && (
        <Suspense>
          <RequestsDialog
            requests={requests}
            onDone={() => void reload()}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
    </>
  );
}

interface HeadProps {
  /** Whom the list shows. */
  readonly people: readonly EmployeeView[];
  readonly onAdd: () => void;
  readonly onImport: () => void;
  /** Address of the same people as CSV. */
  readonly csv: string;
}

const CHART = '/dashboard/employees/chart';

function useEntries({ people, csv, onAdd, onImport }: HeadProps) {
  const { isAdmin } = useSession();
  const [, go] = useLocation();
  const save = texts.saveAsVCard(people.length);
  const chart = () => go(CHART);
  return {
    /** Buttons of their own where there is room. */
    near: [
      ...(isAdmin ? [{ id: 'add', label: texts.addNewEmployee, icon: UserPlus, run: onAdd }] : []),
      { id: 'chart', label: texts.chart.title, icon: Network, run: chart },
    ],
    more: [
      { id: 'csv', label: texts.saveAsCsv(people.length), icon: Sheet, run: () => saveFrom(csv) },
      { id: 'vcard', label: save, icon: Contact, run: () => saveVCard(people) },
      { id: 'print', label: texts.printThisList, icon: Printer, run: () => print() },
      ...(isAdmin ? [{ id: 'import', label: texts.import.menu, icon: Upload, run: onImport }] : []),
    ],
  };
}

export function DirectoryHead(props: HeadProps) {
  const { isAdmin } = useSession();
  const isPhone = useSizeClass() === 0;
  const { near, more } = useEntries(props);
  return (
    <header className={styles.head}>
      <LinkButton href="/dashboard/" icon={ChevronLeft}>
        {texts.back}
      </LinkButton>
      <div className={styles.title}>
        <h1>{texts.ourStaff}</h1>
        <p className={styles.blurb}>{texts.intro}</p>
      </div>
      <NoticePlace at="heading" />
      <div className={styles.actions}>
        {isAdmin && <RequestsButton />}
        {isPhone ? (
          <MenuButton label={sharedTexts.actions} icon={Ellipsis} entries={[...near, ...more]} />
        ) : (
          <>
            {isAdmin && (
              <Button tone="primary" icon={UserPlus} onClick={props.onAdd}>
                {texts.addNewEmployee}
              </Button>
            )}
            <LinkButton href={CHART} icon={Network}>
              {texts.chart.title}
            </LinkButton>
            <MenuButton iconOnly label={texts.moreForThisList} icon={Ellipsis} entries={more} />
          </>
        )}
      </div>
    </header>
  );
}
