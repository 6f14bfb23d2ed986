import type {
  ComparisonLine,
  ComparisonStep,
  FingerprintReport,
} from '@feusa/contracts/fingerprint';
import { useEffect, useRef, useState } from 'react';
import useSWR from 'swr';
import { ApiError, get, problemOf } from '../api.js';
import { linesOf } from '../lines.js';
import { texts } from '../texts.js';

const ADDRESS = '/api/audit/fingerprint';
const EVERY_MS = 30_000;

/** None where nothing was compared yet. */
const readLast = () =>
  get<FingerprintReport>(`${ADDRESS}?last=1`).catch((fault: unknown) => {
    if (fault instanceof ApiError && fault.status === 404) return null;
    throw fault;
  });

type What = 'rows' | 'files';

export interface ComparisonState {
  /** What was found last, by anybody; null where nothing was compared yet. */
  readonly report: FingerprintReport | null | undefined;
  readonly busy: What | undefined;
  readonly step: ComparisonStep | undefined;
  readonly fault: unknown;
  start(what: What): void;
  stop(): void;
}

/** The last comparison with the log, and one on demand; that ends where nobody looks any more. */
export function useComparison(): ComparisonState {
  const {
    data: report,
    error,
    mutate,
  } = useSWR('comparison', readLast, {
    refreshInterval: EVERY_MS,
  });
  const [busy, setBusy] = useState<What>();
  const [step, setStep] = useState<ComparisonStep>();
  const [fault, setFault] = useState<unknown>();
  const abort = useRef<AbortController>(undefined);
  useEffect(() => () => abort.current?.abort(), []);
  const compare = async (what: What) => {
    const controller = (abort.current = new AbortController());
    setBusy(what);
    setFault(undefined);
    try {
      const found = await ask(what, controller.signal, setStep);
      await mutate(found, { revalidate: false });
    } catch (caught) {
      if (!controller.signal.aborted) setFault(caught);
    } finally {
      setBusy(undefined);
      setStep(undefined);
    }
  };
  return {
    ...{ report, busy, step, fault: fault ?? error },
    start: (what) => void compare(what),
    stop: () => abort.current?.abort(),
  };
}

async function ask(
  what: What,
  signal: AbortSignal,
  onStep: (step: ComparisonStep) => void,
): Promise<FingerprintReport> {
  const headers = { accept: 'application/x-ndjson' };
  const response = await fetch(what === 'files' ? `${ADDRESS}?files=1` : ADDRESS, {
    headers,
    signal,
  });
  if (!response.ok) throw new ApiError(await problemOf(response));
  for await (const line of linesOf(response)) {
    const { step, result, problem } = JSON.parse(line) as ComparisonLine;
    if (step) onStep(step);
    if (problem) throw new ApiError({ status: 500, ...problem });
    if (result) return result;
  }
  throw new ApiError({ status: 0, code: 'offline', detail: texts.theConnectionBrokeTryAgain });
}
