import type { FileView } from '@feusa/contracts/docs';
import { mutate } from 'swr';
import { newCorrelation, send } from '../../../shared/api.js';
import { toast } from '../../../shared/toast-store.js';
import { forget } from '../../../shared/undo/done-stack.js';
import { offerUndo } from '../../../shared/undo/undo.js';
import { uploadFile } from '../../../shared/upload.js';
import { pageKey } from '../page/folder-page.js';
import { texts } from '../texts.js';

interface Replacement {
  readonly content: File;
  readonly note: string;
  /** Notified of the share that has arrived, from 0 to 1. */
  readonly onProgress: (share: number) => void;
  /** Gives up sending it. */
  readonly signal: AbortSignal;
}

/** Sends another content of a file, which becomes its newest version. */
export async function replaceFile(
  file: FileView,
  { content, note, onProgress, signal }: Replacement,
): Promise<void> {
  const correlationId = newCorrelation();
  const uploadId = await uploadFile(content, {
    onProgress: (sent, total) => onProgress(sent / total),
    signal,
  });
  const { version } = await send('replace-file', { id: file.id, uploadId, note }, correlationId);
  notify(file, { version, correlationId }, texts.replaced(file.name));
}

export async function restoreVersion(file: FileView, fileVersion: number): Promise<void> {
  const correlationId = newCorrelation();
  const body = { id: file.id, fileVersion };
  const { version } = await send('restore-file-version', body, correlationId);
  notify(file, { version, correlationId }, texts.versionRestored(fileVersion));
}

interface Answered {
  readonly version: number;
  readonly correlationId: string;
}

/** What the file has already makes no version, and there is nothing to undo. */
function notify(file: FileView, { version, correlationId }: Answered, text: string): void {
  void mutate(pageKey(file.folderId));
  if (version > file.version) return offerUndo(text, correlationId);
  forget({ correlationId });
  toast({ text: texts.sameContent });
}
