export const digitsOf = (text: string): string => text.replace(/\D/g, '');

const LOCAL = 10;

/** Codes of one and two digits; all others have three (ITU-T E.164). */
const shortCodes = /^(1|7|2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58])/;

const codeLength = (digits: string): number => shortCodes.exec(digits)?.[0].length ?? 3;

/** After how many digits somebody has put something between them. */
function breaksOf(text: string): readonly number[] {
  const groups = text.split(/\D+/).filter(Boolean);
  return groups.slice(1).map((_, index) => groups.slice(0, index + 1).join('').length);
}

const areAmong = (some: readonly number[], all: readonly number[]) =>
  some.every((each) => all.includes(each));

/**
 * Whether reading the last ten digits as (3) 3-4, and all before them as a country, is what was meant. It is
 * where the number is grouped so, or not at all; it is not where its own groups would be torn apart (an
 * extension at the end, the area codes of other countries), nor where the country that is named after the
 * plus leaves more or fewer than ten digits.
 */
function isGroupedSo(text: string, digits: string): boolean {
  const length = digits.length;
  const hasCountry = text.trim().startsWith('+');
  if (hasCountry && length === LOCAL) return false;
  const cuts = [length - 10, length - 7, length - 4].filter((cut) => cut > 0);
  const breaks = breaksOf(text);
  if (areAmong(cuts, breaks)) return true;
  const isForeign = hasCountry && length - codeLength(digits) !== LOCAL;
  return !isForeign && areAmong(breaks, cuts);
}

/**
 * A phone number on a screen: 11 or more digits as +{country} ({3}) {3}-{4}, exactly 10 as +1 (xxx) xxx-xxxx,
 * fewer as nothing. What that would show as another number stays as it was typed.
 */
export function displayPhone(text: string): string {
  const digits = digitsOf(text);
  if (digits.length < LOCAL) return '';
  if (!isGroupedSo(text, digits)) return text.trim();
  const country = digits.length === LOCAL ? '1' : digits.slice(0, -LOCAL);
  const [area, exchange, line] = [digits.slice(-10, -7), digits.slice(-7, -4), digits.slice(-4)];
  return `+${country} (${area}) ${exchange}-${line}`;
}
