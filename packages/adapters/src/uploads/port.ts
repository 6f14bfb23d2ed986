export const UPLOADS = Symbol('Uploads');

/** A finished upload: `blob` is the SHA-256 of its bytes in hex, `size` in bytes, `mediaType` by content. */
export interface FinishedUpload {
  readonly id: string;
  readonly owner: string;
  readonly name: string;
  readonly blob: string;
  readonly size: number;
  readonly mediaType: string;
}

/** What commands need of the upload store. */
export interface Uploads {
  /**
   * The finished upload of this owner.
   * @throws Refusal `upload/not-found` (also for somebody else's) or `upload/unfinished`
   */
  finished(id: string, owner: string): Promise<FinishedUpload>;
  /** The same, checked to be a readable PNG, JPEG, GIF or WebP of a sane number of pixels. @throws Refusal `image/…` */
  finishedImage(id: string, owner: string): Promise<FinishedUpload>;
}

/** Which of these blobs an event refers to, removed but restorable things included. */
export type BlobReferences = (blobs: readonly string[]) => Promise<ReadonlySet<string>>;
