import {
  AnnotationMode,
  getDocument,
  GlobalWorkerOptions,
  VerbosityLevel,
  version,
  type PDFDocumentProxy,
} from 'pdfjs-dist/legacy/build/pdf.mjs';
import workerSrc from 'pdfjs-dist/legacy/build/pdf.worker.min.mjs?url';
// It takes the library above from the global object: this import must be the later one.
import {
  EventBus,
  FindState,
  LinkTarget,
  PDFFindController,
  PDFLinkService,
  PDFViewer,
} from 'pdfjs-dist/legacy/web/pdf_viewer.mjs';
import { lost, type Look } from '../use-look.js';
import { texts } from '../texts.js';

GlobalWorkerOptions.workerSrc = workerSrc;

/** Beside the program; see `vite.config.ts`. */
const PARTS = `/assets/pdfjs-${version}`;
const RANGE = 64 * 1024;
const LARGEST = 4;
const SMALLEST = 0.25;

export interface Matches {
  readonly at: number;
  readonly of: number;
}

/** What a reader sees of it. */
export interface PdfState {
  readonly document: PDFDocumentProxy;
  readonly page: number;
  /** undefined where nothing is looked for. */
  readonly matches: Matches | undefined;
}

export interface Pdf {
  goTo(page: number): void;
  zoom(by: number): void;
  /** Looks for a text, or for the next or last place of the same one; '' ends that. */
  find(text: string, step?: 'next' | 'previous'): void;
  close(): void;
}

interface PdfListener {
  readonly onChange: (part: Partial<PdfState>) => void;
  readonly onFault: (fault: Look) => void;
}

const faultOf = ({ name }: Error): Look => {
  if (name === 'PasswordException') return { as: 'fault', text: texts.protectedByPassword };
  if (name === 'InvalidPDFException') return { as: 'fault', text: texts.previewFailed };
  return lost;
};

/** Shows a PDF in an element; only those pages are fetched that are looked at. */
export function openPdf(container: HTMLDivElement, address: string, listener: PdfListener): Pdf {
  const eventBus = new EventBus();
  const linkService = new PDFLinkService({
    eventBus,
    externalLinkTarget: LinkTarget.BLANK,
    externalLinkRel: 'noopener noreferrer',
  });
  const findController = new PDFFindController({ eventBus, linkService });
  const viewer = new PDFViewer({
    ...{ container, eventBus, linkService, findController },
    ...{ annotationMode: AnnotationMode.ENABLE, removePageBorders: true },
  });
  linkService.setViewer(viewer);
  let isFitted = true;
  const fit = () => {
    if (isFitted && viewer.pagesCount > 0) viewer.currentScaleValue = 'auto';
  };
  const sizes = new ResizeObserver(fit);
  eventBus.on('pagesinit', () => {
    fit();
    sizes.observe(container);
  });
  eventBus.on('pagechanging', ({ pageNumber }: { pageNumber: number }) =>
    listener.onChange({ page: pageNumber }),
  );
  followMatches(eventBus, listener);
  const task = getDocument({
    url: address,
    ...{ rangeChunkSize: RANGE, disableAutoFetch: true, disableStream: true },
    ...{ cMapUrl: `${PARTS}/cmaps/`, standardFontDataUrl: `${PARTS}/standard_fonts/` },
    ...{ wasmUrl: `${PARTS}/wasm/`, useWasm: false, isEvalSupported: false },
    verbosity: VerbosityLevel.ERRORS,
  });
  task.promise.then(
    (document) => {
      viewer.setDocument(document);
      linkService.setDocument(document);
      listener.onChange({ document });
    },
    (fault: Error) => void (task.destroyed || listener.onFault(faultOf(fault))),
  );
  let query = '';
  return {
    goTo: (page) => viewer.scrollPageIntoView({ pageNumber: page }),
    zoom: (by) => {
      isFitted = false;
      viewer.currentScale = Math.min(LARGEST, Math.max(SMALLEST, viewer.currentScale * by));
    },
    find: (text, step) => {
      query = text;
      if (query === '') {
        eventBus.dispatch('findbarclose', {});
        return listener.onChange({ matches: undefined });
      }
      eventBus.dispatch('find', {
        ...{ source: null, type: step ? 'again' : '', query, findPrevious: step === 'previous' },
        ...{ caseSensitive: false, entireWord: false, highlightAll: true, matchDiacritics: false },
      });
    },
    close: () => {
      sizes.disconnect();
      void task.destroy();
    },
  };
}

interface Counted {
  readonly matchesCount?: { readonly current: number; readonly total: number };
  readonly state?: number;
}

function followMatches(eventBus: EventBus, { onChange }: PdfListener): void {
  const report = ({ matchesCount, state }: Counted) => {
    const { current = 0, total = 0 } = matchesCount ?? {};
    if (state === FindState.PENDING || (total === 0 && state === undefined)) return;
    onChange({ matches: { at: current, of: total } });
  };
  eventBus.on('updatefindmatchescount', report);
  eventBus.on('updatefindcontrolstate', report);
}
