import { lazy, Suspense, useEffect, useState } from 'react';
import { ApiError } from '../../shared/api.js';
import { exactTime, formatSize } from '../../shared/format.js';
import { toast } from '../../shared/toast-store.js';
import { setUploading, takeUploads, type UploadRequest } from '../../shared/upload-requests.js';
import type { Choice } from '../../shared/conflicts/ask.js';
import { pump } from './engine.js';
import { prepare, TargetGone, type Conflict } from './prepare.js';
import { add, allItems, isActive, useItems, type NewItem } from './queue.js';
import { TrayPanel } from './tray-panel.js';
import { texts as shared } from '../../shared/texts.js';
import { texts } from './texts.js';

const ConflictDialog = lazy(() => import('../../shared/conflicts/conflict-dialog.js'));

const decide = ({ item, existing, freeName }: Conflict, answer: Choice): NewItem[] => {
  if (answer === 'skip') return [];
  return [answer === 'both' ? { ...item, name: freeName } : { ...item, replaces: existing.id }];
};

/** Leaving the page would end what is still being sent. */
function useLeaveWarning(active: boolean) {
  useEffect(() => {
    setUploading(active);
    if (!active) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', warn);
    return () => removeEventListener('beforeunload', warn);
  }, [active]);
}

function start(items: readonly NewItem[]) {
  add(items);
  pump();
}

async function take(request: UploadRequest, ask: (conflicts: readonly Conflict[]) => void) {
  try {
    const { ready, conflicts } = await prepare(request);
    start(ready);
    if (conflicts.length > 0) ask(conflicts);
    else if (ready.length === 0) toast({ text: texts.foldersAddedTo(request.folder.name) });
  } catch (error) {
    const { folder, incoming } = request;
    const isGone = error instanceof TargetGone;
    const detail = error instanceof ApiError ? error.detail : '';
    toast({
      tone: 'danger',
      text: texts.notBegun(incoming.length, isGone ? shared.isNoLongerThere(folder.name) : detail),
      ...(!isGone && { action: { label: texts.tryAgain, run: () => take(request, ask) } }),
    });
  }
}

export default function UploadTray() {
  const items = useItems();
  const [conflicts, setConflicts] = useState<readonly Conflict[]>([]);
  useEffect(() => {
    takeUploads(
      (request) => void take(request, (more) => setConflicts((now) => [...now, ...more])),
    );
  }, []);
  useLeaveWarning(items.some(isActive));
  useEffect(() => {
    addEventListener('online', pump);
    return () => removeEventListener('online', pump);
  }, []);

  const [conflict] = conflicts;
  const answer = (choice: Choice, forAll: boolean) => {
    const answered = forAll ? conflicts : conflicts.slice(0, 1);
    start(answered.flatMap((one) => decide(one, choice)));
    setConflicts(conflicts.slice(answered.length));
  };
  return (
    <>
      {allItems().length > 0 && <TrayPanel items={items} />}
      {conflict && (
        <Suspense>
          <ConflictDialog
            key={conflict.item.where + conflict.item.name}
            kind="file"
            name={conflict.item.name}
            where={conflict.item.where}
            existing={[
              formatSize(conflict.existing.size),
              texts.addedAt(exactTime(conflict.existing.timestamp)),
            ]}
            mine={[
              formatSize(conflict.item.file.size),
              texts.changed(exactTime(conflict.item.file.lastModified)),
            ]}
            suggestion={conflict.freeName}
            canReplace
            more={conflicts.length - 1}
            onAnswer={answer}
            onCancel={() => setConflicts([])}
          />
        </Suspense>
      )}
    </>
  );
}
