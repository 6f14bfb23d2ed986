import { deadLettersContract } from './contract.js';
import { openTestDeadLetters } from './test-dead-letters.js';

deadLettersContract('in memory', async () => {
  let nowMs = Date.UTC(2026, 10, 21);
  const later = async (seconds: number) => void (nowMs += seconds * 1000);
  return { letters: openTestDeadLetters(() => nowMs), later };
});
