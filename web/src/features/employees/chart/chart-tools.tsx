import { Maximize, Printer, Search, ZoomIn, ZoomOut } from 'lucide-react';
import { useRef, type KeyboardEvent } from 'react';
import { useSingleKey } from '../../../shared/shortcuts.js';
import { IconButton } from '../../../shared/ui/button.js';
import { texts } from '../texts.js';
import styles from './chart.module.css';
import type { Found } from './use-found.js';

interface ToolsProps {
  readonly found: Found;
  readonly scale: number;
  readonly zoomIn: () => void;
  readonly zoomOut: () => void;
  readonly fit: () => void;
}

/** Search, size and print; they stay in view above the chart. */
export function ChartTools({ found, scale, zoomIn, zoomOut, fit }: ToolsProps) {
  const box = useRef<HTMLInputElement>(null);
  useSingleKey('/', texts.chart.find, () => box.current?.select());
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter') found.step(event.shiftKey ? -1 : 1);
    else if (event.key === 'Escape' && found.text !== '') found.search('');
    else return;
    event.preventDefault();
  };
  return (
    <div className={styles.tools}>
      <div role="search" className={styles.search}>
        <Search size={17} strokeWidth={1.5} aria-hidden />
        <input
          ref={box}
          type="search"
          aria-label={texts.chart.find}
          placeholder={texts.chart.findPlaceholder}
          value={found.text}
          maxLength={500}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          enterKeyHint="search"
          onChange={(event) => found.search(event.target.value)}
          onKeyDown={onKeyDown}
        />
        <p role="status" className={styles.matches}>
          {found.text.trim() !== '' && texts.chart.match(found.at, found.total)}
        </p>
      </div>
      <div className={styles.zoom}>
        <IconButton icon={ZoomOut} label={texts.chart.smaller} onClick={zoomOut} />
        <span className={styles.scale}>{Math.round(scale * 100)} %</span>
        <IconButton icon={ZoomIn} label={texts.chart.larger} onClick={zoomIn} />
        <IconButton icon={Maximize} label={texts.chart.fit} onClick={fit} />
        <IconButton icon={Printer} label={texts.chart.print} onClick={() => print()} />
      </div>
    </div>
  );
}
