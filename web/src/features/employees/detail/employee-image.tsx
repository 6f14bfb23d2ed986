import type { EmployeeView } from '@feusa/contracts/employees';
import { Download, FileText } from 'lucide-react';
import { fullName } from '../commands.js';
import styles from './detail-dialog.module.css';
import { isPdf, Photo } from '../card/photo.js';
import { texts } from '../texts.js';

/** The image large, with a link to fetch it; a PDF is only a link. */
export function EmployeeImage({ person }: { readonly person: EmployeeView }) {
  const { file } = person;
  const name = fullName(person);
  if (file && isPdf(file))
    return (
      <div className={styles.image}>
        <a href={file} target="_blank" rel="noopener noreferrer" className={styles.imageLink}>
          <FileText size={17} strokeWidth={1.5} aria-hidden />
          {texts.getFile}
        </a>
      </div>
    );
  return (
    <div className={styles.image} data-empty={!file || undefined}>
      <Photo person={person} large />
      {file && (
        <a href={file} download aria-label={texts.downloadImage(name)} className={styles.imageLink}>
          <Download size={17} strokeWidth={1.5} aria-hidden />
          {texts.download}
        </a>
      )}
    </div>
  );
}
