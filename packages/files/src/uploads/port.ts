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
  /**
   * The same, checked to be a readable PNG, JPEG, GIF or WebP of a sane number of pixels; without what a camera
   * writes beside the picture, as the place. @throws Refusal `image/…`
   */
  finishedImage(id: string, owner: string): Promise<FinishedUpload>;
}

/**
 * Which of these blobs an event refers to, removed but restorable things included; what was removed for good is
 * not.
 */
export type BlobReferences = (blobs: readonly string[]) => Promise<ReadonlySet<string>>;

/** Which blobs the streams had, and who brought each, that events from one position to another have purged. */
export type PurgedContents = (
  from: number,
  to: number,
) => Promise<readonly { readonly blob: string; readonly owner: string }[]>;

/** The room that an upload was promised, in bytes; `blob` once all its bytes have arrived. */
export interface Reservation {
  readonly id: string;
  readonly bytes: number;
  readonly blob?: string | undefined;
}

/** The most that the uploads of one owner may come to. */
export interface UploadShare {
  /** Unfinished ones. */
  readonly uploads: number;
  /** Announced, of all that nothing uses yet. */
  readonly bytes: number;
}

export interface ReservationRequest extends Reservation {
  readonly owner: string;
}

/** `promised`: the bytes of all unfinished uploads of all owners, this one's included. */
export interface Reserved {
  readonly promised: number;
}

/**
 * Who was promised how much room for uploads, for all processes that share a store of them. What is
 * promised counts until the upload is ended, swept away or used by a command.
 */
export interface Reservations {
  /** Promises room to a new upload, or says what there is too much of. */
  reserve(
    wanted: ReservationRequest,
    most: UploadShare,
  ): Promise<Reserved | 'too-many' | 'too-large'>;
  /** All bytes of an upload have arrived; they count until something uses them. */
  finished(id: string, blob: string): Promise<void>;
  release(id: string): Promise<void>;
  /** The unfinished uploads of all owners. */
  unfinished(): Promise<Reservation[]>;
  /** Forgets what was promised before `before`, in ms, to uploads that are not among these. */
  keep(uploads: readonly Pick<Reservation, 'id' | 'blob'>[], before: number): Promise<void>;
}
