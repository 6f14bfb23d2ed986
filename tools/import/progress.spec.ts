import { expect, it } from '@jest/globals';
import { showProgress } from './progress.js';

const screenOf = (isTTY: boolean) => {
  const written: string[] = [];
  return { isTTY, columns: 60, written, write: (text: string) => written.push(text) };
};

it('draws one line over and over on a terminal', () => {
  const screen = screenOf(true);
  let time = 0;
  const progress = showProgress(4, screen, () => time);
  for (let done = 0; done < 4; done++) {
    time += 500;
    progress.step();
  }
  progress.end();
  expect(screen.written.join('')).not.toContain('\n');
  expect(screen.written[1]).toContain('[############............] 2 of 4, 2 a second, 1 s left');
});

it('writes a plain line every five seconds elsewhere', () => {
  const screen = screenOf(false);
  let time = 0;
  const progress = showProgress(24_000, screen, () => time);
  for (let done = 0; done < 12_000; done++) {
    time += 1;
    progress.step();
  }
  progress.end();
  expect(screen.written).toEqual([
    '  5,000 of 24,000, 1,000 a second, 19 s left\n',
    '  10,000 of 24,000, 1,000 a second, 14 s left\n',
  ]);
});
