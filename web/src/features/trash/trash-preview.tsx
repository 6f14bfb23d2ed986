import type { TrashItem } from '@feusa/contracts/views';
import { useEffect, useEffectEvent } from 'react';
import PreviewDialog from '../../shared/preview/preview-dialog.js';
import { saveFrom } from '../../shared/save-file.js';
import { Dialog } from '../../shared/ui/dialog.js';
import { Spinner } from '../../shared/ui/spinner.js';
import { LoadingState } from '../../shared/ui/states.js';
import { addressBefore, canPreview } from './previewing.js';
import { texts } from './texts.js';

interface TrashPreviewProps {
  /** What the list shows of it, and what is read of the trash, in the order of the list. */
  readonly found: readonly TrashItem[];
  readonly items: readonly TrashItem[];
  readonly id: string;
  readonly isWhole: boolean;
  /** Reads the rest of the trash; `error` is why it is not read. */
  readonly onSeek: () => void;
  readonly error: unknown;
  readonly onRetry: () => void;
  readonly onShow: (id: string) => void;
  readonly onClose: () => void;
}

/** Looks inside deleted documents as they were, one after the other. */
export default function TrashPreview(props: TrashPreviewProps) {
  const { found, items, id, onShow, onClose, ...rest } = props;
  const shown = (found.some((each) => each.id === id) ? found : items).filter(canPreview);
  const at = shown.findIndex((item) => item.id === id);
  const item = shown[at];
  if (!item) {
    const isThere = items.some((each) => each.id === id);
    return <Missing {...rest} isThere={isThere} onClose={onClose} />;
  }
  return (
    <PreviewDialog
      name={item.name}
      address={addressBefore(item, '/preview')}
      href={addressBefore(item, '?inline=1')}
      place={[at + 1, shown.length]}
      onStep={(by) => onShow(shown[at + by]?.id ?? id)}
      onDownload={async () => saveFrom(addressBefore(item, ''))}
      onClose={onClose}
    />
  );
}

interface MissingProps extends Pick<TrashPreviewProps, 'isWhole' | 'onSeek' | 'error' | 'onRetry'> {
  /** In the trash, but nothing that can be looked into. */
  readonly isThere: boolean;
  readonly onClose: () => void;
}

/** The address names nothing that could be shown: says so once the whole trash is read. */
function Missing({ isThere, isWhole, error, onSeek, onRetry, onClose }: MissingProps) {
  const isLooking = !isThere && !isWhole;
  const seek = useEffectEvent(onSeek);
  useEffect(() => {
    if (isLooking) seek();
  }, [isLooking]);
  return (
    <Dialog addressed title={titleOf(isThere, isLooking)} onClose={onClose}>
      {isLooking ? (
        <LoadingState title={texts.trashNotLoaded} error={error} onRetry={onRetry}>
          <Spinner label={texts.loadingTheTrash} />
        </LoadingState>
      ) : (
        <p>{isThere ? texts.noPreviewOfThis : texts.goneFromTheTrash}</p>
      )}
    </Dialog>
  );
}

const titleOf = (isThere: boolean, isLooking: boolean) =>
  isLooking ? texts.document : isThere ? texts.noPreview : texts.noLongerHere;
