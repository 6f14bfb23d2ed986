const rows = [
  'abcdefghijklmnopqrstuvwxyz',
  '01234567890',
  'qwertyuiop',
  'qwertzuiop',
  'azertyuiop',
  'asdfghjkl',
  'zxcvbnm',
  '1qaz2wsx3edc4rfv5tgb',
];
const sequences = [...rows, ...rows.map((row) => [...row].reverse().join(''))];
const SHORTEST = 3;
const MOST = 3;

/** Whether a text is nothing but up to three runs such as `aaaa`, `1234` or `lkjh`. */
export function isPattern(text: string): boolean {
  let rest = text;
  for (let runs = 0; rest !== '' && runs < MOST; runs++) rest = rest.slice(runLength(rest));
  return text !== '' && rest === '';
}

function runLength(text: string): number {
  const lengths = sequences.map((sequence) => alongLength(sequence, text));
  const length = Math.max(sameLength(text), ...lengths);
  return length < SHORTEST ? 0 : length;
}

function sameLength(text: string): number {
  let length = 0;
  while (length < text.length && text[length] === text[0]) length += 1;
  return length;
}

function alongLength(sequence: string, text: string): number {
  const start = sequence.indexOf(text[0] ?? '');
  if (start === -1) return 0;
  let length = 0;
  while (length < text.length && text[length] === sequence[start + length]) length += 1;
  return length;
}

/** The shortest text that gives this one when it is repeated. */
export const repeatedPart = (text: string): string => text.slice(0, (text + text).indexOf(text, 1));
