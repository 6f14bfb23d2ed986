import { existsSync } from 'node:fs';

/** Stands for a library that does not survive what it reads. */
process.on('message', ({ bytes, format }) => {
  const text = Buffer.from(bytes).toString();
  const held = [];
  if (text === 'crash') process.exit(1);
  if (text === 'abort') process.abort();
  while (text === 'endless');
  while (text === 'greedy') held.push(Buffer.alloc(16 * 1024 * 1024, held.length + 1));
  // Works without a pause until this file is there.
  while (text.startsWith('/') && !existsSync(text));
  const small = Buffer.from(`small ${text}`);
  process.send(format ? { text } : { picture: small, copy: small });
});
process.once('disconnect', () => process.exit());
