import type { TreeFolder } from '@feusa/contracts/views';
import { useEffect } from 'react';
import useSWR from 'swr';
import { useLocation } from 'wouter';
import { usePast } from '../../../shared/past.js';
import { toast } from '../../../shared/toast-store.js';
import { texts as links } from '../../../shared/links/texts.js';
import { Dialog } from '../../../shared/ui/dialog.js';
import { Spinner } from '../../../shared/ui/spinner.js';
import { LoadingState } from '../../../shared/ui/states.js';
import { folderHref } from '../address.js';
import { texts } from '../texts.js';
import type { Doc } from '../page/entries.js';

interface FoundDoc {
  readonly doc: Doc;
  readonly folder: TreeFolder;
}

/** Where a document or link lies, undefined where it is nowhere. */
function findDoc(folders: readonly TreeFolder[], id: string): FoundDoc | undefined {
  for (const folder of folders) {
    const doc = folder.docs.find((each) => each.id === id);
    const found = doc ? { doc, folder } : findDoc(folder.folders, id);
    if (found) return found;
  }
  return undefined;
}

interface MissingProps {
  readonly id: string;
  readonly onClose: () => void;
}

/** The address names a document that is not in this folder: leads to where it is now, or says that it is gone. */
export function Missing({ id, onClose }: MissingProps) {
  const isPast = usePast() !== '';
  const [, navigate] = useLocation();
  const { data, error, mutate } = useSWR<{ readonly folders: readonly TreeFolder[] }, unknown>(
    isPast ? null : '/api/tree',
  );
  const place = data && findDoc(data.folders, id);
  useEffect(() => {
    if (!place) return;
    navigate(folderHref(place.folder.path) + location.search, { replace: true });
    toast({ text: links.moved(place.doc.name, place.folder.name) });
  }, [place, navigate]);
  const isGone = isPast || (data !== undefined && place === undefined);
  return (
    <Dialog addressed title={isGone ? texts.noLongerHere : links.something} onClose={onClose}>
      {isGone ? (
        <p>{links.gone}</p>
      ) : (
        <LoadingState title={links.notLooked} error={error} onRetry={() => void mutate()}>
          <Spinner label={links.looking} />
        </LoadingState>
      )}
    </Dialog>
  );
}
