import type { FileView } from '@feusa/contracts/docs';
import { Link2 } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { extensionOf, isImage } from '../page/entries.js';
import { useThumbnail, type ThumbnailSize } from '../page/file-address.js';
import styles from './icons.module.css';

/** A folder with two furrows across. */
export function FolderGlyph() {
  return (
    <svg viewBox="0 0 36 30" className={styles.folder} aria-hidden>
      <path
        className={styles.back}
        d="M2 6a3 3 0 0 1 3-3h8.2a3 3 0 0 1 2.2 1L17.6 6.5H31a3 3 0 0 1 3 3V24a3 3 0 0 1-3 3H5a3 3 0 0 1-3-3Z"
      />
      <path className={styles.front} d="M2 12h32v12a3 3 0 0 1-3 3H5a3 3 0 0 1-3-3Z" />
      <path className={styles.furrow} d="M8 18.5c6-2.6 14-2.6 20 0M11 22.5c4.4-1.8 9.6-1.8 14 0" />
    </svg>
  );
}

const kinds: Record<string, string | undefined> = {
  pdf: styles.red,
  doc: styles.blue,
  docx: styles.blue,
  odt: styles.blue,
  txt: styles.blue,
  xls: styles.green,
  xlsx: styles.green,
  ods: styles.green,
  csv: styles.green,
  zip: styles.ochre,
};

/** A sheet of paper that names its kind. */
export function PaperGlyph({ name }: { readonly name: string }) {
  const extension = extensionOf(name);
  return (
    <span className={`${styles.paper} ${kinds[extension] ?? ''}`} aria-hidden>
      <svg viewBox="0 0 28 34">
        <path d="M4.5 1h13L26 9.5v20a3.5 3.5 0 0 1-3.5 3.5h-18A3.5 3.5 0 0 1 1 29.5v-25A3.5 3.5 0 0 1 4.5 1Z" />
        <path d="M17.5 1v5.5a3 3 0 0 0 3 3H26" />
      </svg>
      <span>{extension.slice(0, 4) || '·'}</span>
    </span>
  );
}

interface PictureProps {
  readonly file: FileView;
  readonly size: ThumbnailSize;
  readonly className: string | undefined;
}

function Picture({ file, size, className }: PictureProps) {
  const src = useThumbnail(file, size);
  const [failed, setFailed] = useState('');
  const image = useGivenUp(src);
  if (!isImage(file) || failed === src || !file.url) return <PaperGlyph name={file.name} />;
  return (
    <img
      ref={image}
      className={className}
      src={src}
      alt=""
      loading="lazy"
      decoding="async"
      draggable={false}
      onError={() => setFailed(src)}
    />
  );
}

/** A picture that is scrolled away is not waited for, so that what is on the screen comes first. */
function useGivenUp(src: string) {
  const image = useRef<HTMLImageElement>(null);
  useEffect(() => {
    const element = image.current;
    return () => {
      if (!element?.isConnected) element?.removeAttribute('src');
    };
  }, [src]);
  return image;
}

export function LinkGlyph() {
  return (
    <span className={styles.link} aria-hidden>
      <Link2 size={18} strokeWidth={1.5} />
    </span>
  );
}

/** The picture itself where there is one: small, in a row. */
export const FileGlyph = ({ file }: { readonly file: FileView }) => (
  <Picture file={file} size={96} className={styles.thumbnail} />
);

/** The same on a card. */
export const FilePicture = ({ file }: { readonly file: FileView }) => (
  <Picture file={file} size={320} className={styles.picture} />
);
