import { writeFileSync } from 'node:fs';

/** Writes the counts of a vitest run, as JSON, to the file that FEUSA_TEST_SUMMARY names. */
export default class SummaryReporter {
  onTestRunEnd(modules, unhandledErrors) {
    const counts = { passed: 0, failed: unhandledErrors.length, skipped: 0 };
    for (const module of modules) {
      const states = [...module.children.allTests()].map((test) => test.result().state);
      for (const state of states) if (state in counts) counts[state]++;
      if (!module.ok() && !states.includes('failed')) counts.failed++;
    }
    if (process.env.FEUSA_TEST_SUMMARY)
      writeFileSync(process.env.FEUSA_TEST_SUMMARY, JSON.stringify(counts));
  }
}
