import { createStore, useStore } from './store.js';

/** A file and the folders above it inside what was dropped: [] for a single file. */
export interface Incoming {
  readonly file: File;
  readonly path: readonly string[];
}

export interface UploadRequest {
  /** id null: the root, which holds folders only. */
  readonly folder: { readonly id: string | null; readonly name: string };
  readonly incoming: readonly Incoming[];
  /** Folders without files inside what was dropped. */
  readonly emptyFolders?: readonly (readonly string[])[];
}

let waiting: readonly UploadRequest[] = [];
const asked = createStore(false);
let running = false;
let take: ((request: UploadRequest) => void) | undefined;

/** Hands files to the upload tray, wherever the person goes next. */
export function requestUpload(request: UploadRequest): void {
  if (take) return take(request);
  waiting = [...waiting, request];
  asked.set(true);
}

/** The tray takes over, with what has been waiting for it. */
export function takeUploads(run: (request: UploadRequest) => void): void {
  take = run;
  for (const request of waiting) run(request);
  waiting = [];
}

/** The tray says whether something would be lost by leaving. */
export const setUploading = (on: boolean): void => void (running = on);
export const isUploading = (): boolean => running;

export const useUploadsRequested = () => useStore(asked);
