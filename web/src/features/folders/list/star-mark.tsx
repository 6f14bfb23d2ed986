import { Star } from 'lucide-react';
import styles from './icons.module.css';

/** Behind the name of a favourite; the link says it in its description. */
export const StarMark = () => (
  <Star className={styles.star ?? ''} size={13} strokeWidth={1.5} aria-hidden />
);
