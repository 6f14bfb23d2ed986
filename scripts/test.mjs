import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runChild } from './child.mjs';
import { root } from './sources.mjs';

/** Runs all tests, or those that `args` name; the last line tells the counts. @returns exit code */
export const runTests = async (args) => {
  const folder = mkdtempSync(join(tmpdir(), 'feusa-summary-'));
  const summary = join(folder, 'summary.json');
  const vitest = join(root, 'node_modules/vitest/vitest.mjs');
  const reporters = ['default', join(root, 'scripts/summary-reporter.mjs')];
  const code = await runChild(
    process.execPath,
    [vitest, 'run', ...reporters.map((name) => `--reporter=${name}`), ...args],
    { env: { ...process.env, FEUSA_TEST_SUMMARY: summary } },
  );
  const counts = readCounts(summary, code);
  rmSync(folder, { recursive: true });
  const skipped = counts.skipped > 0 ? `, ${counts.skipped} skipped` : '';
  console.log(`${counts.passed} passed, ${counts.failed} failed${skipped}`);
  return counts.failed > 0 ? 1 : code;
};

/** A run that broke off counts as one failure, so that no total looks clean by accident. */
const readCounts = (summary, code) => {
  try {
    const counts = JSON.parse(readFileSync(summary, 'utf8'));
    return code !== 0 && counts.failed === 0 ? { ...counts, failed: 1 } : counts;
  } catch {
    return { passed: 0, failed: 1, skipped: 0 };
  }
};
