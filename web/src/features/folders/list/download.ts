import type { FileView } from '@feusa/contracts/docs';
import { ApiError } from '../../../shared/api.js';
import { toast } from '../../../shared/toast-store.js';
import { texts } from '../texts.js';

const BLOB_AT_MOST = 256 * 1024 * 1024;

function save(href: string, name: string) {
  const anchor = document.createElement('a');
  anchor.href = href;
  anchor.download = name;
  anchor.click();
}

/** GETs the file at an address as a blob and saves it; a very large one is left to the browser. */
export async function download(
  file: Pick<FileView, 'name' | 'size'>,
  address: string,
): Promise<void> {
  if (file.size > BLOB_AT_MOST) return save(address, file.name);
  try {
    const response = await fetch(address);
    if (!response.ok) throw new ApiError({ status: response.status });
    const url = URL.createObjectURL(await response.blob());
    save(url, file.name);
    setTimeout(() => URL.revokeObjectURL(url), 60_000);
  } catch (error) {
    const status = error instanceof ApiError ? error.status : 0;
    toast({
      tone: 'danger',
      text:
        status === 404 ? texts.isNoLongerThere(file.name) : texts.couldNotBeDownloaded(file.name),
      action: { label: texts.tryAgain, run: () => download(file, address) },
    });
  }
}
