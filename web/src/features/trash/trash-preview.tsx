import type { TrashItem } from '@feusa/contracts/views';
import PreviewDialog from '../../shared/preview/preview-dialog.js';
import { saveFrom } from '../../shared/save-file.js';
import { Dialog } from '../../shared/ui/dialog.js';
import { addressBefore } from './previewing.js';
import { texts } from './texts.js';

interface TrashPreviewProps {
  /** What can be shown, in the order of the list. */
  readonly items: readonly TrashItem[];
  readonly id: string;
  readonly onShow: (id: string) => void;
}

/** Looks inside deleted documents as they were, one after the other. */
export default function TrashPreview({ items, id, onShow }: TrashPreviewProps) {
  const at = items.findIndex((item) => item.id === id);
  const item = items[at];
  if (!item)
    return (
      <Dialog addressed title={texts.notInTheTrash} onClose={() => onShow('')}>
        <p>{texts.restoredOrGone}</p>
      </Dialog>
    );
  return (
    <PreviewDialog
      name={item.name}
      address={addressBefore(item, '/preview')}
      href={addressBefore(item, '?inline=1')}
      place={[at + 1, items.length]}
      onStep={(by) => onShow(items[at + by]?.id ?? id)}
      onDownload={async () => saveFrom(addressBefore(item, ''))}
      onClose={() => onShow('')}
    />
  );
}
