import { ApiError } from './api.js';
import { Cancelled } from './conflicts/ask.js';
import { texts } from './texts.js';

interface UploadWatch {
  onProgress?(sent: number, total: number): void;
  /** The connection broke; it tries again by itself. */
  onWaiting?(): void;
}

export interface RunningUpload {
  /** Resolves with the uploadId when every byte has arrived. */
  readonly done: Promise<string>;
  pause(): void;
  resume(): void;
  /** Ends it, on the server too. */
  remove(): void;
}

const RETRIES = [0, 1000, 3000, 5000, 10_000, 20_000, 30_000, 60_000, 60_000, 60_000];

function refusalOf(error: unknown): ApiError {
  const response = (
    error as { originalResponse?: { getStatus(): number; getBody(): string } | null }
  ).originalResponse;
  const status = response?.getStatus() ?? 0;
  if (!status)
    return new ApiError({ status: 0, code: 'offline', detail: texts.theConnectionBroke });
  try {
    return new ApiError({ ...(JSON.parse(response?.getBody() ?? '') as object), status });
  } catch {
    return new ApiError({ status, detail: response?.getBody() || texts.error(status) });
  }
}

const mayRetry = (error: unknown): boolean => {
  const { status } = refusalOf(error);
  return status === 0 || status === 409 || status === 423 || (status >= 500 && status !== 507);
};

/** Sends a file in pieces; goes on where it stopped after a broken connection or a reload. */
export async function startUpload(file: File, watch: UploadWatch = {}): Promise<RunningUpload> {
  const { Upload } = await import('tus-js-client');
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const upload = new Upload(file, {
    endpoint: '/api/uploads',
    retryDelays: RETRIES,
    metadata: { filename: file.name, filetype: file.type },
    removeFingerprintOnSuccess: true,
    onProgress: (sent, total) => watch.onProgress?.(sent, total),
    onShouldRetry: (error) => {
      const again = mayRetry(error);
      if (again) watch.onWaiting?.();
      return again;
    },
    onError: (error) => reject(refusalOf(error)),
    onSuccess: () => resolve(upload.url?.split('/').at(-1) ?? ''),
  });
  const before = await upload.findPreviousUploads();
  if (before[0]) upload.resumeFromPreviousUpload(before[0]);
  upload.start();
  return {
    done: promise,
    pause: () => void upload.abort(),
    resume: () => upload.start(),
    remove: () => void upload.abort(true).catch(() => undefined),
  };
}

interface FileWatch extends UploadWatch {
  /** Whoever began it wants it no more. */
  readonly signal?: AbortSignal;
}

/** The short form, for one file in a form. @throws Cancelled where it was given up */
export async function uploadFile(file: File, watch: FileWatch = {}): Promise<string> {
  const { signal } = watch;
  const upload = await startUpload(file, watch);
  const { promise, reject } = Promise.withResolvers<never>();
  const giveUp = () => {
    upload.remove();
    reject(new Cancelled());
  };
  if (signal?.aborted) giveUp();
  signal?.addEventListener('abort', giveUp, { once: true });
  return Promise.race([upload.done, promise]).finally(() =>
    signal?.removeEventListener('abort', giveUp),
  );
}
