import type { PersonAccessView, PlacedFolder, SeenFolder } from '@feusa/contracts/folders';
import type { UserView } from '@feusa/contracts/users';
import type { ReactNode } from 'react';
import useSWR from 'swr';
import { Link } from 'wouter';
import { asOf, usePast } from '../../../shared/past.js';
import { Button } from '../../../shared/ui/button.js';
import { Dialog } from '../../../shared/ui/dialog.js';
import { LoadingBlock } from '../../../shared/ui/skeleton.js';
import { LoadingState } from '../../../shared/ui/states.js';
import styles from '../../../shared/ui/framed-list.module.css';
import { texts } from './texts.js';

interface SeesDialogProps {
  readonly user: UserView;
  readonly onClose: () => void;
}

/** Which restricted folders somebody sees and why, and which are kept from them; also of a moment. */
export default function SeesDialog({ user, onClose }: SeesDialogProps) {
  const at = usePast();
  const key = asOf(`/api/access/${user.id}`, at);
  const { data, error, mutate } = useSWR<PersonAccessView, unknown>(key);
  const name = data?.user.name ?? user.email;
  return (
    <Dialog
      title={at === '' ? texts.sees(name) : texts.saw(name)}
      size="medium"
      onClose={onClose}
      footer={<Button onClick={onClose}>{texts.close}</Button>}
    >
      {data ? (
        <Seen data={data} isSuspended={user.suspended ?? false} />
      ) : (
        <LoadingState title={texts.didNotLoad} error={error} onRetry={() => void mutate()}>
          <LoadingBlock label={texts.loading} style={{ height: 160 }} />
        </LoadingState>
      )}
    </Dialog>
  );
}

interface SeenProps {
  readonly data: PersonAccessView;
  readonly isSuspended: boolean;
}

function Seen({ data, isSuspended }: SeenProps) {
  const { role, sees, hidden, moreSeen, moreHidden, groups } = data;
  const names = new Map(groups.map(({ id, name }) => [id, name]));
  if (!role) return <p>{texts.hadNoAccount}</p>;
  const isOpen = sees.length + hidden.length === 0;
  const says = isOpen ? texts.everything : texts.allElse;
  return (
    <>
      <p>{role === 'admin' ? texts.isAdministrator : says}</p>
      {isSuspended && <p>{texts.suspended}</p>}
      {groups.length > 0 && <p>{texts.inGroups([...names.values()].join(', '))}</p>}
      {hidden.length > 0 && (
        <Folders title={texts.kept(hidden.length + moreHidden)} more={moreHidden}>
          {hidden.map((folder) => (
            <Folder key={folder.id} folder={folder} />
          ))}
        </Folders>
      )}
      {role !== 'admin' && sees.length > 0 && (
        <Folders title={texts.restrictedSeen(sees.length + moreSeen)} more={moreSeen}>
          {sees.map((folder) => (
            <Folder key={folder.id} folder={folder} why={whyOf(folder, names)} />
          ))}
        </Folders>
      )}
    </>
  );
}

/** By this very folder: those above it are listed by themselves. */
function whyOf({ id, by, manages }: SeenFolder, names: ReadonlyMap<string, string>): string {
  const reasons = by
    .filter(({ folder }) => folder === id)
    .map(({ group }) => {
      if (group === null) return texts.byName;
      const name = names.get(group);
      return name === undefined ? texts.unknownGroup : texts.group(name);
    });
  return [...reasons, ...(manages ? [texts.manages] : [])].join(', ');
}

interface FoldersProps {
  readonly title: string;
  readonly more: number;
  readonly children: ReactNode;
}

const Folders = ({ title, more, children }: FoldersProps) => (
  <>
    <h3 className={styles.heading}>{title}</h3>
    {/* Lists that scroll are reached by keyboard. */}
    <ul className={styles.list} tabIndex={0} aria-label={title}>
      {children}
      {more > 0 && <li className={styles.quiet}>{texts.more(more)}</li>}
    </ul>
  </>
);

interface FolderProps {
  readonly folder: PlacedFolder;
  readonly why?: string;
}

function Folder({ folder: { id, name, path }, why }: FolderProps) {
  const href = ['/dashboard', ...path.map((each) => each.id), id].join('/');
  return (
    <li>
      <Link href={href} className={styles.name}>
        {[...path.map((each) => each.name), name].join(' › ')}
      </Link>
      {why && <span className={styles.quiet}>{why}</span>}
    </li>
  );
}
