import type { OrgChart } from '@feusa/contracts/org-chart';
import { useMemo } from 'react';
import useSWR from 'swr';
import { asOf, usePast } from '../../../shared/past.js';
import { chartOf } from '../directory/directory.js';
import { useDirectory } from '../directory/use-directory.js';
import { forestOf, type Forest } from './tree.js';

interface ChartData {
  readonly chart: OrgChart | undefined;
  readonly forest: Forest | undefined;
  readonly error: unknown;
  reload(): void;
}

/** Who reports to whom, as others change it, or as it was at the moment on view. */
export function useChart(): ChartData {
  const at = usePast();
  const now = useDirectory();
  const then = useSWR<OrgChart>(at === '' ? null : asOf('/api/org-chart', at), {
    keepPreviousData: true,
  });
  // The moment before is not what was asked for.
  const asked = then.error ? undefined : then.data;
  const chart = at === '' ? now.directory && chartOf(now.directory) : asked;
  const forest = useMemo(() => chart && forestOf(chart), [chart]);
  const source = at === '' ? now : then;
  return {
    ...{ chart, forest, error: source.error as unknown },
    reload: () => void (at === '' ? now.reload() : then.mutate()),
  };
}
