import { useSearch } from 'wouter';
import { navigate, useBrowserLocation } from 'wouter/use-browser-location';
import { get } from './api.js';
import { useSession } from './session.js';

const NAME = 'at';
const atOf = (search: string) => new URLSearchParams(search).get(NAME) ?? '';

/** The moment that the address names, a position or an ISO time, for those who may see it; '' for now. */
export function usePast(): string {
  const { isAuditor } = useSession();
  const at = atOf(useSearch());
  return isAuditor ? at : '';
}

/** A query's address as of a moment. */
export const asOf = (path: string, at: string): string =>
  at === '' ? path : `${path}${path.includes('?') ? '&' : '?'}${NAME}=${encodeURIComponent(at)}`;

/** The address on view at another moment, '' for now; a step on the way leaves no trace in the history. */
export function goTo(at: string, { push = false } = {}): void {
  const params = new URLSearchParams(location.search);
  if (at === '') params.delete(NAME);
  else params.set(NAME, at);
  const query = params.toString();
  navigate(`${location.pathname}${query ? `?${query}` : ''}`, { replace: !push });
}

let entered = -Infinity;

/** Whether somebody has just asked to go back, and did not come by an address. */
export const hasJustEntered = (): boolean => performance.now() - entered < 2000;

/** The newest moment, to go back from. */
export async function enterPast(): Promise<void> {
  const { position } = await get<{ position: string }>('/api/errors');
  entered = performance.now();
  goTo(position, { push: true });
}

/** Another screen at the same moment. */
export function carried(to: string): string {
  const at = atOf(location.search);
  return at === '' || !to.startsWith('/') || to.includes(`${NAME}=`) ? to : asOf(to, at);
}

type Options = Parameters<typeof navigate>[1];

/** The router's way through the app: the moment goes along. */
export function usePastLocation(): [string, (to: string, options?: Options) => void] {
  const [path] = useBrowserLocation();
  return [path, goAlong];
}

const goAlong = (to: string, options?: Options) => navigate(carried(to), options);
