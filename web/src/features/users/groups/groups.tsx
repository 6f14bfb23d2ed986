import type { GroupList, GroupView } from '@feusa/contracts/groups';
import { GROUPS_TOPIC } from '@feusa/contracts/topics';
import type { UserView } from '@feusa/contracts/users';
import { Pencil, Trash2, Users } from 'lucide-react';
import { useState } from 'react';
import useSWR from 'swr';
import { newCorrelation, send } from '../../../shared/api.js';
import { toastFailure } from '../../../shared/failure.js';
import { useLive } from '../../../shared/live.js';
import { Button, IconButton } from '../../../shared/ui/button.js';
import { Skeleton } from '../../../shared/ui/skeleton.js';
import { ErrorState } from '../../../shared/ui/states.js';
import { offerUndo } from '../../../shared/undo/undo.js';
import styles from '../users.module.css';
import { GroupDialog, unfinishedGroup } from './group-dialog.js';
import { texts } from './texts.js';

/** People under one name, who may be named where somebody says who sees a folder. */
export function Groups({ users }: { readonly users: readonly UserView[] }) {
  const { data, error, mutate } = useSWR<GroupList, unknown>('/api/groups');
  const again = () => void mutate();
  useLive(data ? GROUPS_TOPIC : null, again, again);
  const [edited, setEdited] = useState<GroupView | null | undefined>(unfinishedGroup);
  const remove = async ({ id, name }: GroupView) => {
    try {
      const correlationId = newCorrelation();
      await send('remove-group', { id }, correlationId);
      offerUndo(texts.deleted(name), correlationId);
      again();
    } catch (error) {
      toastFailure({ text: texts.notDeleted, error });
    }
  };
  return (
    <section aria-label={texts.groups}>
      <div className={styles.tools}>
        <h2>{texts.groups}</h2>
        <Button icon={Users} onClick={() => setEdited(null)}>
          {texts.addGroup}
        </Button>
      </div>
      {error !== undefined && !data && (
        <ErrorState title={texts.didNotLoad} error={error} onRetry={again} />
      )}
      {!data && error === undefined && <Skeleton style={{ height: 54 }} />}
      {data?.groups.length === 0 ? (
        <p className={styles.muted}>{texts.none}</p>
      ) : (
        <ul className={styles.list} aria-label={texts.groups}>
          {data?.groups.map((group) => (
            <li key={group.id} className={styles.row}>
              <div className={styles.who}>
                <p className={styles.email}>{group.name}</p>
                <p className={styles.muted}>{texts.people(group.members.length)}</p>
              </div>
              <IconButton
                icon={Pencil}
                label={texts.edit(group.name)}
                onClick={() => setEdited(group)}
              />
              <IconButton
                icon={Trash2}
                tone="danger"
                label={texts.remove(group.name)}
                onClick={() => void remove(group)}
              />
            </li>
          ))}
        </ul>
      )}
      {edited !== undefined && (
        <GroupDialog
          group={edited}
          users={users}
          onSaved={again}
          onClose={() => setEdited(undefined)}
        />
      )}
    </section>
  );
}
