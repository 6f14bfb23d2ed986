import { ListTree } from 'lucide-react';
import type { Since } from '../../shared/since.js';
import { Button } from '../../shared/ui/button.js';
import styles from './past.module.css';
import { texts } from './texts.js';

interface SinceButtonProps {
  readonly differences: readonly Since[] | undefined;
  readonly listed: boolean;
  readonly onClick: () => void;
}

/** What has become of this screen since; says so where that is nothing. */
export function SinceButton({ differences, listed, onClick }: SinceButtonProps) {
  if (!differences) return null;
  if (differences.length === 0) return <p className={styles.same}>{texts.noChangesSince}</p>;
  return (
    <Button small icon={ListTree} aria-expanded={listed} onClick={onClick}>
      {texts.changeSince(differences.length)}
    </Button>
  );
}
