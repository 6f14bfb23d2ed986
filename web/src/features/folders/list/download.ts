import type { FileView } from '@feusa/contracts/docs';
import type { FolderView } from '@feusa/contracts/folders';
import { ApiError } from '../../../shared/api.js';
import { formatSize } from '../../../shared/format.js';
import { carried } from '../../../shared/past.js';
import { toast } from '../../../shared/toast-store.js';
import type { Entry } from '../page/entries.js';
import { texts as shared } from '../../../shared/texts.js';
import { texts } from '../texts.js';

const BLOB_AT_MOST = 256 * 1024 * 1024;
const KEPT_MS = 60_000;

function save(href: string, name: string) {
  const anchor = document.createElement('a');
  anchor.href = href;
  anchor.download = name;
  anchor.click();
}

function saveBlob(blob: Blob, name: string) {
  const url = URL.createObjectURL(blob);
  save(url, name);
  setTimeout(() => URL.revokeObjectURL(url), KEPT_MS);
}

async function answerTo(path: string, init: RequestInit = {}): Promise<Response> {
  const response = await fetch(path, init);
  if (!response.ok) throw new ApiError({ status: response.status });
  return response;
}

const faults: Readonly<Record<number, (name: string) => string>> = {
  404: shared.isNoLongerThere,
  413: texts.tooMuchToDownload,
  429: texts.otherDownloadsRun,
};

/** Says what went wrong, and offers to try again. */
async function trying(name: string, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    const status = error instanceof ApiError ? error.status : 0;
    toast({
      tone: 'danger',
      text: (faults[status] ?? texts.couldNotBeDownloaded)(name),
      action: { label: texts.tryAgain, run: () => trying(name, work) },
    });
  }
}

/** GETs the file at an address as a blob and saves it; a very large one is left to the browser. */
export async function download(
  { name, size }: Pick<FileView, 'name' | 'size'>,
  address: string,
): Promise<void> {
  if (size > BLOB_AT_MOST) return save(address, name);
  await trying(name, async () => saveBlob(await (await answerTo(address)).blob(), name));
}

const sizeOf = ({ headers }: Response) => Number(headers.get('content-length'));

/** Saves a folder with all that lies in it as a ZIP: the browser receives it, and shows how far it is. */
export const downloadFolder = ({ id, name }: FolderView): Promise<void> =>
  trying(name, async () => {
    const archive = carried(`/api/folders/${id}/archive`);
    const size = sizeOf(await answerTo(archive, { method: 'HEAD' }));
    save(archive, `${name}.zip`);
    toast({ text: texts.downloading(name, formatSize(size)) });
  });

/** Saves what is selected; more than one document is a ZIP. Tells how much of it has arrived, from 0 to 1. */
export function downloadAll(
  entries: readonly Entry[],
  onShare: (share: number) => void,
): Promise<void> {
  const [first] = entries;
  if (first?.type === 'doc' && entries.length === 1) return download(first, first.url);
  if (first?.type === 'folder' && entries.length === 1) return downloadFolder(first);
  return trying(texts.whatIsSelected, async () => {
    const response = await answerTo('/api/archive', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ids: entries.map(({ id }) => id) }),
    });
    saveBlob(await received(response, onShare), nameOf(response));
  });
}

async function received(response: Response, onShare: (share: number) => void): Promise<Blob> {
  const whole = sizeOf(response);
  let bytes = 0;
  const counting = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, out) {
      bytes += chunk.length;
      onShare(bytes / whole);
      out.enqueue(chunk);
    },
  });
  return new Response(response.body!.pipeThrough(counting)).blob();
}

/** As the server calls it. */
function nameOf({ headers }: Response): string {
  const [, name = ''] =
    /filename\*=UTF-8''([^;]+)/.exec(headers.get('content-disposition') ?? '') ?? [];
  return decodeURIComponent(name);
}
