import useSWR from 'swr';
import { get } from '../../shared/api.js';
import { asOf } from '../../shared/past.js';
import { useLastAnswer } from '../../shared/use-last-answer.js';

interface LogEvent {
  readonly position: string;
  readonly at: string;
  readonly type: string;
  readonly data: Readonly<Record<string, unknown>>;
}

export interface Moment {
  /** The newest position up to the moment; undefined while it is not known. */
  readonly position: number | undefined;
  /** How many events there are now. */
  readonly head: number | undefined;
  /** The last event of that moment. */
  readonly event: LogEvent | undefined;
  readonly error: unknown;
  reload(): void;
}

const isPosition = (at: string) => /^\d{1,15}$/.test(at);
const HEAD_EVERY_MS = 10_000;

/** The newest position at a time. */
export const positionAt = async (time: string): Promise<number> =>
  Number((await get<{ position: string }>(asOf('/api/folders', time))).position);

const readHead = async (): Promise<number> =>
  Number((await get<{ position: string }>('/api/errors')).position);

const eventAt = async (position: number) => {
  const address = `/api/audit/events?after=${position - 1}&limit=1`;
  return (await get<{ events: readonly LogEvent[] }>(address)).events[0];
};

/** What an address's `at` means. */
export function useMoment(at: string): Moment {
  const { data: head } = useSWR('past-head', readHead, { refreshInterval: HEAD_EVERY_MS });
  const {
    data: found,
    error,
    mutate,
  } = useSWR(isPosition(at) ? null : ['past-time', at], () => positionAt(at));
  const asked = isPosition(at) ? Number(at) : found;
  const position = asked === undefined || head === undefined ? asked : Math.min(asked, head);
  const { data: event } = useLastAnswer(
    {
      key: position ? `past-event ${position}` : null,
      about: String(position),
      read: () => eventAt(position ?? 0),
    },
    { revalidateIfStale: false },
  );
  return { position, head, event, error, reload: () => void mutate() };
}

/** 'Folder renamed: Manuals'. */
export function wordsOf({ type, data }: LogEvent): string {
  const label = type.replace(/(?<=[a-z])[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  const person = data['firstName'] && `${String(data['firstName'])} ${String(data['lastName'])}`;
  const name = data['name'] ?? person ?? data['email'];
  return name ? `${label}: ${String(name)}` : label;
}
