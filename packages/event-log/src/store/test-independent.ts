import { createHash } from 'node:crypto';

/**
 * RFC 8785 and the hash chain written a second time, from their texts alone, for tests to compare with.
 * Nothing of this may come from the code that it is compared with.
 */
export function independentText(value: unknown): string {
  switch (typeof value) {
    case 'string':
      return quoted(value);
    case 'number':
      return Object.is(value, -0) ? '0' : String(value);
    case 'object':
      break;
    default:
      return String(value);
  }
  if (value === null) return 'null';
  if (Array.isArray(value)) return '[' + value.map(independentText).join(',') + ']';
  const keys = Object.keys(value).sort(byUnits);
  const members = keys.map((key) => {
    const descriptor = Object.getOwnPropertyDescriptor(value, key);
    return quoted(key) + ':' + independentText(descriptor?.value);
  });
  return '{' + members.join(',') + '}';
}

function byUnits(a: string, b: string): number {
  for (let index = 0; index < Math.min(a.length, b.length); index++) {
    const difference = a.charCodeAt(index) - b.charCodeAt(index);
    if (difference !== 0) return difference;
  }
  return a.length - b.length;
}

const short: Record<string, string> = {
  '\b': '\\b',
  '\t': '\\t',
  '\n': '\\n',
  '\f': '\\f',
  '\r': '\\r',
  '"': '\\"',
  '\\': '\\\\',
};

function quoted(text: string): string {
  let written = '"';
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0;
    const escaped = code < 0x20 ? '\\u' + code.toString(16).padStart(4, '0') : character;
    written += short[character] ?? escaped;
  }
  return written + '"';
}

/** `feusa-v1`, the 32 bytes of the hash before (zeros before the first), the bytes of the event. */
export function independentHash(previous: string | undefined, bytes: string): string {
  const before = previous === undefined ? new Uint8Array(32) : Buffer.from(previous, 'hex');
  const whole = Buffer.concat([Buffer.from('feusa-v1'), before, Buffer.from(bytes, 'utf8')]);
  return createHash('sha256').update(whole).digest('hex');
}
