import { useEffect, useRef, useState } from 'react';
import { ApiError } from '../../../shared/api.js';
import { uploadFile } from '../../../shared/upload.js';
import { texts } from '../texts.js';

const TYPES = ['image/png', 'image/jpeg', 'image/gif', 'image/webp'];
export const IMAGE_TYPES = TYPES.join(',');

export interface ImageChoice {
  readonly file: File | undefined;
  /** Address of the chosen image in this page. */
  readonly preview: string | undefined;
  readonly error: string | undefined;
  readonly progress: number | undefined;
  /** Whether the present one is to go. */
  readonly isRemoved: boolean;
  choose(file: File | undefined): void;
  remove(isRemoved: boolean): void;
  /** As at first, once it is saved. */
  reset(): void;
  /** Sends the chosen image, once: a later try of the form uses the same upload. */
  upload(): Promise<string | undefined>;
  /** True when the error is about the image and is shown there. */
  refused(error: unknown): boolean;
}

export function useImage(): ImageChoice {
  const [file, setFile] = useState<File>();
  const [isRemoved, remove] = useState(false);
  const [preview, setPreview] = useState<string>();
  const [error, setError] = useState<string>();
  const [progress, setProgress] = useState<number>();
  const sent = useRef<{ file: File; uploadId: string } | undefined>(undefined);

  useEffect(() => {
    if (!file) return setPreview(undefined);
    const url = URL.createObjectURL(file);
    setPreview(url);
    return () => URL.revokeObjectURL(url);
  }, [file]);

  const upload = async () => {
    if (!file) return undefined;
    if (sent.current?.file === file) return sent.current.uploadId;
    setProgress(0);
    try {
      const uploadId = await uploadFile(file, {
        onProgress: (bytes, total) => setProgress(total > 0 ? bytes / total : 0),
      });
      sent.current = { file, uploadId };
      return uploadId;
    } finally {
      setProgress(undefined);
    }
  };
  return {
    file,
    preview,
    error,
    progress,
    isRemoved: isRemoved && !file,
    remove,
    reset: () => {
      sent.current = undefined;
      setFile(undefined);
      remove(false);
    },
    choose: (next) => {
      const isImage = !next || TYPES.includes(next.type);
      setError(isImage ? undefined : texts.imageTypeWrong);
      setFile(isImage ? next : undefined);
    },
    upload,
    refused: (fault) => {
      const isMine = fault instanceof ApiError && /^(image|upload)\//.test(fault.code);
      if (isMine) {
        sent.current = undefined;
        setError(fault.detail);
      }
      return isMine;
    },
  };
}
