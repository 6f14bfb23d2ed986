import type { FolderPage } from '@feusa/contracts/views';
import { Upload } from 'lucide-react';
import { useEffect, useEffectEvent, useState, type ReactNode } from 'react';
import { useSession } from '../../../shared/session.js';
import { isDialogOpen } from '../../../shared/shortcuts.js';
import { toast } from '../../../shared/toast-store.js';
import { requestUpload } from '../../../shared/upload-requests.js';
import styles from './drop.module.css';
import { readDrop } from './read-drop.js';
import { texts } from '../texts.js';

interface Target {
  readonly id: string | null;
  readonly name: string;
}

const targetOf = (event: DragEvent, here: Target): Target => {
  const element = event.target instanceof Element ? event.target : null;
  const folder = element?.closest<HTMLElement>('[data-drop-folder]');
  const { dropFolder: id, dropName: name } = folder?.dataset ?? {};
  return id && name ? { id, name } : here;
};

const hasFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') ?? false;

async function land(transfer: DataTransfer, { id, name }: Target) {
  const { incoming, emptyFolders } = await readDrop(transfer).catch(() => ({
    incoming: [],
    emptyFolders: [],
  }));
  const loose = id === null ? incoming.filter(({ path }) => path.length === 0) : [];
  const rest = incoming.filter((item) => !loose.includes(item));
  if (loose.length > 0) toast({ tone: 'danger', text: texts.dropIntoFolder });
  else if (rest.length === 0 && emptyFolders.length === 0)
    toast({ tone: 'danger', text: texts.nothingDropped });
  if (rest.length > 0 || emptyFolders.length > 0)
    requestUpload({ folder: { id, name }, incoming: rest, emptyFolders });
}

/** Files and folders may be dropped anywhere on the page; the window says where they will land. */
function useFileDrop(here: Target): Target | null {
  const { mayManage } = useSession();
  const [target, setTarget] = useState<Target | null>(null);
  const over = useEffectEvent((event: DragEvent) => {
    if (!hasFiles(event) || isDialogOpen()) return;
    event.preventDefault();
    if (event.dataTransfer) event.dataTransfer.dropEffect = mayManage ? 'copy' : 'none';
    const next = targetOf(event, here);
    setTarget((now) => (now?.id === next.id && now.name === next.name ? now : next));
  });
  const drop = useEffectEvent((event: DragEvent) => {
    if (!hasFiles(event) || isDialogOpen()) return;
    event.preventDefault();
    setTarget(null);
    if (mayManage && event.dataTransfer) void land(event.dataTransfer, targetOf(event, here));
  });
  useEffect(() => {
    const onOver = (event: DragEvent) => over(event);
    const onDrop = (event: DragEvent) => drop(event);
    const onLeave = (event: DragEvent) => event.relatedTarget === null && setTarget(null);
    addEventListener('dragover', onOver);
    addEventListener('drop', onDrop);
    addEventListener('dragleave', onLeave);
    return () => {
      removeEventListener('dragover', onOver);
      removeEventListener('drop', onDrop);
      removeEventListener('dragleave', onLeave);
    };
  }, []);
  return target;
}

interface DropAreaProps {
  readonly page: FolderPage;
  readonly children: ReactNode;
}

export function DropArea({ page, children }: DropAreaProps) {
  const { mayManage } = useSession();
  const target = useFileDrop({
    id: page.folder?.id ?? null,
    name: page.folder?.name ?? texts.files,
  });
  return (
    <div className={target && mayManage ? styles.area : undefined}>
      {children}
      {target && (
        <div className={styles.sign} role="status">
          <Upload size={20} strokeWidth={1.5} aria-hidden />
          <p>
            {mayManage ? (
              <>
                {texts.dropToAddTo}
                <strong>{target.name}</strong>
              </>
            ) : (
              texts.onlyAdministratorsCanAddFiles
            )}
          </p>
        </div>
      )}
    </div>
  );
}
