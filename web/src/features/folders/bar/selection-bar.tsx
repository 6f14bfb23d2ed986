import { Copy, Download, FolderInput, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { usePast } from '../../../shared/past.js';
import { Button } from '../../../shared/ui/button.js';
import { FloatingBar } from '../../../shared/ui/floating-bar.js';
import type { Doc, Entry } from '../page/entries.js';
import { useList } from '../list/context.js';
import { downloadAll } from '../list/download.js';
import { formatShare } from '../../../shared/format.js';
import { texts } from '../texts.js';

interface SelectionBarProps {
  readonly entries: readonly Entry[];
  /** How much there is to select. */
  readonly of: number;
}

/** What can be done with everything that is selected. */
export function SelectionBar({ entries, of }: SelectionBarProps) {
  const { open, selection, mayManage, isReadOnly } = useList();
  const isPast = usePast() !== '';
  if (entries.length === 0) return null;
  const mayDelete = !isReadOnly && (mayManage || entries.every(isDoc));
  return (
    <FloatingBar
      label={texts.selected}
      says={texts.selectedWords(wordsFor(entries))}
      selection={selection}
      more={entries.length < of}
    >
      {mayManage && <MoveButtons entries={entries} />}
      {!isPast && <DownloadButton entries={entries} />}
      {mayDelete && (
        <Button small tone="danger" icon={Trash2} onClick={() => open({ kind: 'delete', entries })}>
          {texts.delete}
        </Button>
      )}
    </FloatingBar>
  );
}

const isDoc = (entry: Entry): entry is Doc => entry.type !== 'folder';

/** Folders are moved, but not copied. */
function MoveButtons({ entries }: { readonly entries: readonly Entry[] }) {
  const { open } = useList();
  const docs = entries.filter(isDoc);
  return (
    <>
      <Button small icon={FolderInput} onClick={() => open({ kind: 'move', entries })}>
        {texts.move}
      </Button>
      {docs.length === entries.length && (
        <Button small icon={Copy} onClick={() => open({ kind: 'copy', entries: docs })}>
          {texts.copy}
        </Button>
      )}
    </>
  );
}

/** '12 documents', '2 folders'. */
function wordsFor(entries: readonly Entry[]): string[] {
  const count = (type: Entry['type']) => entries.filter((entry) => entry.type === type).length;
  const kinds = [
    [count('doc'), texts.document],
    [count('folder'), texts.folder],
    [count('link'), texts.link],
  ] as const;
  return kinds.filter(([number]) => number > 0).map(([number, words]) => words(number));
}

function DownloadButton({ entries }: { readonly entries: readonly Entry[] }) {
  const [share, setShare] = useState<number>();
  const get = async () => {
    if (share !== undefined) return;
    setShare(0);
    await downloadAll(entries, setShare);
    setShare(undefined);
  };
  return (
    <Button small icon={Download} aria-disabled={share !== undefined} onClick={() => void get()}>
      {share === undefined ? texts.download : texts.downloadingShare(formatShare(share))}
    </Button>
  );
}
