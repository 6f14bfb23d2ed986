import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { mediaStore, useStore } from '../../store.js';
import { Spinner } from '../../ui/spinner.js';
import type { Look } from '../use-look.js';
import { openPdf, type Pdf, type PdfState } from './open-pdf.js';
import { PageStrip } from './page-strip.js';
import { PdfTools } from './pdf-tools.js';
import './pages.css';
import styles from './pdf.module.css';
import { texts } from '../texts.js';

const wide = mediaStore('(min-width: 56.25em)');

interface PdfViewProps {
  readonly name: string;
  readonly address: string;
  readonly onFault: (fault: Look) => void;
}

/** A PDF with its pages beside it, and what to find in it. */
export default function PdfView({ name, address, onFault }: PdfViewProps) {
  const container = useRef<HTMLDivElement>(null);
  const { pdf, state } = usePdf(container, address, onFault);
  const isWide = useStore(wide);
  const [strip, setStrip] = useState<boolean>();
  const isStripOpen = strip ?? isWide;
  const { document, page } = state;
  return (
    <div className={styles.view}>
      <div className={styles.toolbar}>
        {pdf && document && (
          <PdfTools
            pdf={pdf}
            page={page}
            pages={document.numPages}
            matches={state.matches}
            isStripOpen={isStripOpen}
            onStrip={setStrip}
          />
        )}
      </div>
      <div className={styles.columns}>
        {pdf && document && isStripOpen && document.numPages > 1 && (
          <PageStrip document={document} page={page} onPage={pdf.goTo} />
        )}
        <div className={styles.place}>
          {!document && <Spinner label={texts.loading} />}
          <div
            ref={container}
            className={styles.container}
            tabIndex={0}
            role="document"
            aria-label={texts.previewOf(name)}
          >
            <div className="pdfViewer" />
          </div>
        </div>
      </div>
    </div>
  );
}

function usePdf(
  container: React.RefObject<HTMLDivElement | null>,
  address: string,
  onFault: (fault: Look) => void,
) {
  const [pdf, setPdf] = useState<Pdf>();
  const [state, setState] = useState<Partial<PdfState> & { page: number }>({ page: 1 });
  const fail = useEffectEvent(onFault);
  useEffect(() => {
    const element = container.current;
    if (!element) return;
    const opened = openPdf(element, address, {
      onChange: (part) => setState((before) => ({ ...before, ...part })),
      onFault: (fault) => fail(fault),
    });
    setPdf(opened);
    return () => opened.close();
  }, [container, address]);
  return { pdf, state };
}
