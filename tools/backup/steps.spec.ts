import { expect, it } from '@jest/globals';
import { Steps } from './steps.js';

it('names the step that failed', async () => {
  const said: string[] = [];
  const steps = new Steps((line) => void said.push(line));
  expect(
    await steps.step(
      'Events',
      async () => 3,
      (all) => `${all} events`,
    ),
  ).toBe(3);
  const full = () => Promise.reject(new Error('no space left'));
  await expect(steps.step('Files', full)).rejects.toThrow('no space left');
  expect(said).toEqual([expect.stringMatching(/^Events: 3 events, \d\.\d s$/), 'Files: failed']);
});
