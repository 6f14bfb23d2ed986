export const digitsOf = (text: string): string => text.replace(/\D/g, '');

/**
 * A phone number as the seed shows it (point 5): 11 or more digits as +{country} ({3}) {3}-{4},
 * exactly 10 as +1 (xxx) xxx-xxxx, fewer as nothing.
 */
export function displayPhone(text: string): string {
  const digits = digitsOf(text);
  if (digits.length < 10) return '';
  const country = digits.length === 10 ? '1' : digits.slice(0, -10);
  const [area, exchange, line] = [digits.slice(-10, -7), digits.slice(-7, -4), digits.slice(-4)];
  return `+${country} (${area}) ${exchange}-${line}`;
}
