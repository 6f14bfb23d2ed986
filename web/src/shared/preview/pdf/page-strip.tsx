import type { PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { useEffect, useRef, useState } from 'react';
import styles from './pdf.module.css';
import { texts } from '../texts.js';

const WIDTH = 104;

interface PageStripProps {
  readonly document: PDFDocumentProxy;
  readonly page: number;
  readonly onPage: (page: number) => void;
}

/** A small picture of each page. */
export function PageStrip({ document, page, onPage }: PageStripProps) {
  const numbers = Array.from({ length: document.numPages }, (_, index) => index + 1);
  return (
    <nav className={styles.strip} aria-label={texts.pages}>
      <ol>
        {numbers.map((number) => (
          <li key={number}>
            <Thumbnail document={document} number={number} isHere={number === page} go={onPage} />
          </li>
        ))}
      </ol>
    </nav>
  );
}

interface ThumbnailProps {
  readonly document: PDFDocumentProxy;
  readonly number: number;
  readonly isHere: boolean;
  readonly go: (page: number) => void;
}

function Thumbnail({ document, number, isHere, go }: ThumbnailProps) {
  const button = useRef<HTMLButtonElement>(null);
  const isSeen = useSeen(button);
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    if (isHere) button.current?.scrollIntoView({ block: 'nearest' });
  }, [isHere]);
  useEffect(() => {
    const element = canvas.current;
    return isSeen && element ? draw(document, number, element) : undefined;
  }, [document, number, isSeen]);
  return (
    <button
      ref={button}
      type="button"
      className={styles.thumbnail}
      aria-label={texts.page(number)}
      aria-current={isHere ? 'page' : undefined}
      onClick={() => go(number)}
    >
      <canvas ref={canvas} width={WIDTH} height={Math.round(WIDTH * Math.SQRT2)} aria-hidden />
      <span aria-hidden>{number}</span>
    </button>
  );
}

/** From when on it was near what can be seen. */
function useSeen(ref: React.RefObject<Element | null>): boolean {
  const [isSeen, setSeen] = useState(false);
  useEffect(() => {
    const element = ref.current;
    if (!element || isSeen) return;
    const observer = new IntersectionObserver(
      (entries) => entries.some(({ isIntersecting }) => isIntersecting) && setSeen(true),
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, [ref, isSeen]);
  return isSeen;
}

/** Draws a page into its canvas; what is returned stops that. */
function draw(document: PDFDocumentProxy, number: number, canvas: HTMLCanvasElement): () => void {
  let isOver = false;
  let stop = () => {};
  const run = async () => {
    const page = await document.getPage(number);
    if (isOver) return;
    const { width } = page.getViewport({ scale: 1 });
    const viewport = page.getViewport({ scale: (WIDTH / width) * devicePixelRatio });
    [canvas.width, canvas.height] = [Math.round(viewport.width), Math.round(viewport.height)];
    const task = page.render({ canvas, viewport });
    stop = () => task.cancel();
    await task.promise;
  };
  run().catch(() => undefined);
  return () => {
    isOver = true;
    stop();
  };
}
