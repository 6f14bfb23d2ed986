/** What stands, or has stood, in examples and as a default: whoever can read them could come in. */
const KNOWN = new Set(['feusa', 'feusa-secret', 'Y2hhbmdlLW1lLWNoYW5nZS1tZS1jaGFuZ2UtbWUtMzI=']);
const SECRET = /(PASSWORD|_KEY|_TOKEN)$/;

/** The names of settings whose secret everybody knows, be it a password in an address. */
export const placeholdersIn = (environment: Readonly<Record<string, unknown>>): string[] =>
  Object.entries(environment).flatMap(([name, value]) => (isKnown(name, value) ? [name] : []));

function isKnown(name: string, value: unknown): boolean {
  if (typeof value !== 'string') return false;
  if (SECRET.test(name) && isPlaceholder(value)) return true;
  return value.includes('://') && isPlaceholder(passwordIn(value) ?? '');
}

/** Of an address, empty where it has none; undefined where that cannot be read. */
export function passwordIn(url: string): string | undefined {
  try {
    return decodeURIComponent(new URL(url).password);
  } catch {
    return undefined;
  }
}

const isPlaceholder = (secret: string): boolean =>
  KNOWN.has(secret) || secret.startsWith('change-me');
