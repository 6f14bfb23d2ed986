import { LayoutGrid, List } from 'lucide-react';
import { IconButton } from '../../../shared/ui/button.js';
import { texts } from '../texts.js';
import styles from './list.module.css';

interface LayoutSwitchProps {
  readonly isGrid: boolean;
  readonly onChange: (isGrid: boolean) => void;
}

/** Documents as a list or as a grid. */
export const LayoutSwitch = ({ isGrid, onChange }: LayoutSwitchProps) => (
  <div role="group" aria-label={texts.layout} className={styles.layout}>
    <IconButton
      icon={List}
      label={texts.asList}
      aria-pressed={!isGrid}
      onClick={() => onChange(false)}
    />
    <IconButton
      icon={LayoutGrid}
      label={texts.asGrid}
      aria-pressed={isGrid}
      onClick={() => onChange(true)}
    />
  </div>
);
