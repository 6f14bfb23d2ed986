/** Stands for a library that does not survive what it reads. */
process.on('message', ({ bytes }) => {
  const text = Buffer.from(bytes).toString();
  const held = [];
  if (text === 'crash') process.exit(1);
  if (text === 'abort') process.abort();
  while (text === 'endless');
  while (text === 'greedy') held.push(Buffer.alloc(16 * 1024 * 1024, held.length + 1));
  process.send({ text });
});
