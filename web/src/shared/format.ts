const units = ['B', 'KB', 'MB', 'GB', 'TB'];

/** 1 536 000 as '1.5 MB'. */
export function formatSize(bytes: number): string {
  const step = bytes < 1000 ? 0 : Math.min(Math.floor(Math.log10(bytes) / 3), units.length - 1);
  const value = bytes / 1000 ** step;
  return `${step > 0 && value < 9.95 ? value.toFixed(1) : Math.round(value)} ${units[step]}`;
}

const exact = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short' });
const day = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric' });
const clock = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' });

/** '21 November 2026 at 14:05', for a tooltip. */
export const exactTime = (time: number): string => exact.format(time);

const second = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'medium' });

/** '21 November 2026 at 14:05:09'. */
export const secondOf = (time: number): string => second.format(time);

const short = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'medium' });

/** '21 Nov 2026, 14:05:09'. */
export const shortSecondOf = (time: number): string => short.format(time);

const minute = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' });

/** '21 Nov 2026, 14:05'. */
export const shortTime = (time: number): string => minute.format(time);

/** 'today, 14:05', 'yesterday, 14:05' or '21 Nov 2026'. */
export function whenText(time: number, now = Date.now()): string {
  const days = Math.round((startOfDay(now) - startOfDay(time)) / 86_400_000);
  if (days === 0) return `today, ${clock.format(time)}`;
  if (days === 1) return `yesterday, ${clock.format(time)}`;
  return day.format(time);
}

const startOfDay = (time: number) => new Date(time).setHours(0, 0, 0, 0);

/** '1 file', '3 files'. */
export const counted = (n: number, one: string, many = `${one}s`): string =>
  `${n.toLocaleString('en')} ${n === 1 ? one : many}`;
