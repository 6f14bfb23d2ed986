import { ChevronDown, ChevronUp, PanelLeft, Search, ZoomIn, ZoomOut } from 'lucide-react';
import { useEffect, useRef, useState, type KeyboardEvent } from 'react';
import { IconButton } from '../../ui/button.js';
import type { Matches, Pdf } from './open-pdf.js';
import styles from './pdf.module.css';
import { texts } from '../texts.js';

const ZOOM = 1.25;

interface PdfToolsProps {
  readonly pdf: Pdf;
  readonly page: number;
  readonly pages: number;
  readonly matches: Matches | undefined;
  readonly isStripOpen: boolean;
  readonly onStrip: (isOpen: boolean) => void;
}

/** Pages, size and what to find. */
export function PdfTools({ pdf, page, pages, matches, isStripOpen, onStrip }: PdfToolsProps) {
  return (
    <div className={styles.tools}>
      {pages > 1 && (
        <IconButton
          icon={PanelLeft}
          label={texts.showPages}
          aria-pressed={isStripOpen}
          onClick={() => onStrip(!isStripOpen)}
        />
      )}
      <PageField key={page} page={page} pages={pages} onPage={pdf.goTo} />
      <IconButton icon={ZoomOut} label={texts.zoomOut} onClick={() => pdf.zoom(1 / ZOOM)} />
      <IconButton icon={ZoomIn} label={texts.zoomIn} onClick={() => pdf.zoom(ZOOM)} />
      <Find pdf={pdf} matches={matches} />
    </div>
  );
}

interface PageFieldProps {
  readonly page: number;
  readonly pages: number;
  readonly onPage: (page: number) => void;
}

function PageField({ page, pages, onPage }: PageFieldProps) {
  const [text, setText] = useState(String(page));
  const go = () => {
    const wanted = Math.round(Number(text));
    if (wanted >= 1 && wanted <= pages) onPage(wanted);
    else setText(String(page));
  };
  return (
    <span className={styles.page}>
      <input
        aria-label={texts.pageNumber}
        inputMode="numeric"
        value={text}
        onChange={(event) => setText(event.target.value)}
        onBlur={go}
        onKeyDown={(event) => event.key === 'Enter' && go()}
      />
      {texts.ofPages(pages)}
    </span>
  );
}

const isFindKey = ({ key, ctrlKey, metaKey }: globalThis.KeyboardEvent) =>
  (ctrlKey || metaKey) && key.toLowerCase() === 'f';

function Find({ pdf, matches }: Pick<PdfToolsProps, 'pdf' | 'matches'>) {
  const [text, setText] = useState('');
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    const onKey = (event: globalThis.KeyboardEvent) => {
      if (!isFindKey(event)) return;
      event.preventDefault();
      input.current?.select();
    };
    addEventListener('keydown', onKey, true);
    return () => removeEventListener('keydown', onKey, true);
  }, []);
  const look = (next: string) => {
    setText(next);
    pdf.find(next);
  };
  const step = (way: 'next' | 'previous') => text && pdf.find(text, way);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter') step(event.shiftKey ? 'previous' : 'next');
    else if (event.key === 'Escape' && text) look('');
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const none = matches?.of === 0;
  return (
    <div className={styles.find} role="search">
      <Search size={16} strokeWidth={1.5} aria-hidden />
      <input
        ref={input}
        type="search"
        aria-label={texts.find}
        placeholder={texts.find}
        value={text}
        onChange={(event) => look(event.target.value)}
        onKeyDown={onKeyDown}
      />
      <span role="status" className={styles.matches}>
        {text && matches && (none ? texts.noMatches : texts.matches(matches.at, matches.of))}
      </span>
      {text && matches && !none && (
        <>
          <IconButton
            icon={ChevronUp}
            label={texts.findPrevious}
            onClick={() => step('previous')}
          />
          <IconButton icon={ChevronDown} label={texts.findNext} onClick={() => step('next')} />
        </>
      )}
    </div>
  );
}
