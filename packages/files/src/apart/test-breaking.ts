import path from 'node:path';

const MIB = 1024 * 1024;

/** Stands for a program that reads pictures: it does what the text in place of the picture says. */
export const program = path.join(import.meta.dirname, 'test-program.mjs');

/** What a picture does to its reader, the text that says so, the limits of the reader, and the refusal. */
export const breaking = [
  ['ends it', 'crash', {}, 'image/unreadable'],
  ['goes on without an end', 'endless', { timeMs: 3000 }, 'image/too-large'],
  ['takes all memory', 'greedy', { memory: 300 * MIB }, 'image/too-large'],
  ['breaks it in its depths', 'abort', {}, 'image/too-large'],
] as const;
