import { ClipboardCheck, HardDriveDownload, Star } from 'lucide-react';
import { keptFiles } from '../../../shared/offline/status.js';
import { useStorePart } from '../../../shared/store.js';
import styles from './icons.module.css';

/** Behind the name of a favourite; the link says it in its description. */
export const StarMark = () => (
  <Star className={styles.star ?? ''} size={13} strokeWidth={1.5} aria-hidden />
);

/** Behind the name of a document that waits for this person. */
export const WaitingMark = () => (
  <ClipboardCheck className={styles.waits ?? ''} size={14} strokeWidth={1.5} aria-hidden />
);

/** Whether a document is kept on this device. */
export const useKept = (id: string): boolean => useStorePart(keptFiles, (ids) => ids.has(id));

/** Behind the name of a document that opens without a connection. */
export const KeptMark = () => (
  <HardDriveDownload className={styles.kept ?? ''} size={14} strokeWidth={1.5} aria-hidden />
);
