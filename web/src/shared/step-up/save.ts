import { ApiError, request } from '../api.js';
import { saveFrom } from '../save-file.js';
import { toast } from '../toast-store.js';
import { texts } from './texts.js';

/** Has the browser save what an address answers with that needs a step-up, which is asked for first. */
export async function saveAfterStepUp(url: string): Promise<void> {
  try {
    await request('GET', '/api/step-up');
    saveFrom(url);
  } catch (error) {
    if (error instanceof ApiError && error.code !== 'step-up')
      toast({ text: texts.notDownloaded(error.detail), tone: 'danger' });
  }
}
