import type { OrgChart } from '@feusa/contracts/org-chart';
import { useMemo } from 'react';
import { get } from '../../../shared/api.js';
import { asOf, usePast } from '../../../shared/past.js';
import { useLastAnswer } from '../../../shared/use-last-answer.js';
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
  const address = asOf('/api/org-chart', at);
  const then = useLastAnswer({
    key: at === '' ? null : address,
    about: at,
    read: () => get<OrgChart>(address),
  });
  const chart = at === '' ? now.directory && chartOf(now.directory) : then.data;
  const forest = useMemo(() => chart && forestOf(chart), [chart]);
  const source = at === '' ? now : then;
  return {
    ...{ chart, forest, error: source.error },
    reload: () => void (at === '' ? now.reload() : then.mutate()),
  };
}
