const units = ['B', 'KB', 'MB', 'GB', 'TB'];

/** Dates, times and numbers as a locale writes them; undefined is that of the browser. */
export function formatsOf(locale: string | undefined) {
  const formatOf = (style: Intl.DateTimeFormatOptions) => {
    const format = new Intl.DateTimeFormat(locale, style);
    return (time: number): string => format.format(time);
  };
  const clock = formatOf({ hour: '2-digit', minute: '2-digit' });
  const day = formatOf({ dateStyle: 'medium' });
  const number = new Intl.NumberFormat(locale);
  const short = new Intl.NumberFormat(locale, {
    minimumFractionDigits: 1,
    maximumFractionDigits: 1,
  });
  const percent = new Intl.NumberFormat(locale, { style: 'percent' });
  const formatNumber = (value: number): string => number.format(value);

  return {
    formatNumber,
    /** 0.5 as '50%'. */
    formatShare: (share: number): string => percent.format(share),
    /** '21 Nov 2026'. */
    dayOf: day,
    /** '21 November 2026 at 14:05', for a tooltip. */
    exactTime: formatOf({ dateStyle: 'long', timeStyle: 'short' }),
    /** '21 November 2026 at 14:05:09'. */
    secondOf: formatOf({ dateStyle: 'long', timeStyle: 'medium' }),
    /** '21 Nov 2026, 14:05:09'. */
    shortSecondOf: formatOf({ dateStyle: 'medium', timeStyle: 'medium' }),
    /** '21 Nov 2026, 14:05'. */
    shortTime: formatOf({ dateStyle: 'medium', timeStyle: 'short' }),

    /** 'today, 14:05', 'yesterday, 14:05' or '21 Nov 2026'. */
    whenText(time: number, now = Date.now()): string {
      const days = Math.round((startOfDay(now) - startOfDay(time)) / 86_400_000);
      if (days === 0) return `today, ${clock(time)}`;
      if (days === 1) return `yesterday, ${clock(time)}`;
      return day(time);
    },

    /** '1 file', '3 files'. */
    counted: (n: number, one: string, many = `${one}s`): string =>
      `${formatNumber(n)} ${n === 1 ? one : many}`,

    /** 1 536 000 as '1.5 MB'. */
    formatSize(bytes: number): string {
      const step = bytes < 1000 ? 0 : Math.min(Math.floor(Math.log10(bytes) / 3), units.length - 1);
      const value = bytes / 1000 ** step;
      const text = step > 0 && value < 9.95 ? short.format(value) : formatNumber(Math.round(value));
      return `${text} ${units[step]}`;
    },
  };
}

const startOfDay = (time: number) => new Date(time).setHours(0, 0, 0, 0);

export const {
  formatNumber,
  formatShare,
  dayOf,
  exactTime,
  secondOf,
  shortSecondOf,
  shortTime,
  whenText,
  counted,
  formatSize,
} = formatsOf(undefined);
