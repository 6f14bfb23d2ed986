import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { FastTopics } from './fast-topics.js';

const MOST = 10;
const readAgain = jest.fn();
let topics: FastTopics;
beforeEach(() => {
  jest.useFakeTimers();
  readAgain.mockClear();
  topics = new FastTopics(readAgain, { most: MOST, deliveries: 100, windowMs: 1000 });
});
afterEach(() => void jest.useRealTimers());

/** How many of so many changes are told by themselves. */
const toldOf = (count: number, topic = 'employees', watching = 100): number =>
  Array.from({ length: count }, () => topics.takes(topic, watching)).filter((isTaken) => !isTaken)
    .length;

it('tells each change of what changes slowly', () => {
  for (let second = 0; second < 5; second++) {
    expect(toldOf(MOST)).toBe(MOST);
    jest.advanceTimersByTime(1000);
  }
  expect(readAgain).not.toHaveBeenCalled();
});

it('has a topic read again once a second as long as it changes fast, and once more', () => {
  expect(toldOf(100)).toBe(MOST);
  expect(readAgain).not.toHaveBeenCalled();
  for (let second = 1; second <= 5; second++) {
    jest.advanceTimersByTime(1000);
    expect(readAgain).toHaveBeenCalledTimes(second);
    expect(toldOf(100)).toBe(0);
  }
  jest.advanceTimersByTime(1000);
  expect(readAgain).toHaveBeenCalledTimes(6);
  expect(toldOf(1)).toBe(0);
  jest.advanceTimersByTime(1000);
  expect(readAgain).toHaveBeenCalledTimes(7);
  expect(toldOf(MOST)).toBe(MOST);
  jest.advanceTimersByTime(10_000);
  expect(readAgain).toHaveBeenCalledTimes(7);
});

it('tells each change of the other topics meanwhile', () => {
  toldOf(100);
  expect(toldOf(MOST, 'errors')).toBe(MOST);
  jest.advanceTimersByTime(1000);
  expect(readAgain.mock.calls).toEqual([['employees']]);
});

it('tells few pages each change, however many there are, up to what is pushed', () => {
  expect(toldOf(50, 'employees', 2)).toBe(50);
  expect(toldOf(1, 'employees', 2)).toBe(0);
  jest.advanceTimersByTime(1000);
  expect(readAgain).toHaveBeenCalledTimes(1);
});
