import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { Pulse } from './pulse.js';

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

const probing = (...answers: (() => Promise<string | undefined>)[]) => {
  const asked = jest.fn(() => (answers.length > 1 ? answers.shift()! : answers[0]!)());
  return { asked, pulse: new Pulse(asked) };
};
const well = () => Promise.resolve(undefined);
const away = () => Promise.reject(new Error('connect ECONNREFUSED 127.0.0.1:1'));

it('is what the last call found, as long as that is news', async () => {
  const { asked, pulse } = probing(well);
  pulse.heard('busy');
  expect(await pulse.state()).toBe('busy');
  jest.advanceTimersByTime(4000);
  pulse.heard();
  expect(await pulse.state()).toBeUndefined();
  expect(asked).not.toHaveBeenCalled();
});

it('asks an idle engine, once in 5 s and once for all who want to know', async () => {
  const { asked, pulse } = probing(away, well);
  expect(await Promise.all([pulse.state(), pulse.state()])).toEqual(Array(2).fill('not reachable'));
  expect(await pulse.state()).toBe('not reachable');
  expect(asked).toHaveBeenCalledTimes(1);
  jest.advanceTimersByTime(5001);
  expect(await pulse.state()).toBeUndefined();
  expect(asked).toHaveBeenCalledTimes(2);
});

it('waits for no engine', async () => {
  const { pulse } = probing(() => new Promise(() => undefined));
  const state = pulse.state();
  await jest.advanceTimersByTimeAsync(1500);
  expect(await state).toBe('no answer');
});

it('says what a probe finds', async () => {
  const { pulse } = probing(() => Promise.resolve('status red'));
  expect(await pulse.state()).toBe('status red');
});
