import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { tsImport } from 'tsx/esm/api';
import { findBrowser, findFirefox } from './browser.mjs';
import { runChild } from './child.mjs';

const jest = createRequire(import.meta.url).resolve('jest/bin/jest');

/** One after the other. What waits in between runs more files at a time than two cores would compute. */
const phases = [
  { projects: ['unit', 'integration'], workers: 4 },
  {
    projects: ['e2e'],
    workers: 3,
    env: async () => ({ ...(await findBrowser()), ...findFirefox() }),
  },
  {
    projects: ['engines', 'distributed', 'e2e-distributed'],
    workers: 3,
    env: async (selected) =>
      selected.some((name) => name.endsWith('distributed'))
        ? { ...(await findBrowser()), FEUSA_TEST_ALL_ENGINES: 'true' }
        : {},
  },
];
const names = phases.flatMap(({ projects }) => projects);

/**
 * Runs all tests, or those of the projects and files that `args` name: `unit`, `integration folders -t "a name"`.
 * The last line tells the counts.
 * @returns exit code
 */
export const runTests = async (args) => {
  const wanted = args.filter((each) => names.includes(each));
  const others = args.filter((each) => !names.includes(each));
  const isWanted = (name) => wanted.length === 0 || wanted.includes(name);
  const total = { passed: 0, failed: 0, skipped: 0, notes: [] };
  const due = phases
    .map((phase) => ({ ...phase, selected: phase.projects.filter(isWanted) }))
    .filter(({ selected }) => selected.length > 0);
  if (due.length > 1 && due.at(-1).selected.includes('engines')) void fetchEngines();
  for (const { selected, workers, env } of due) {
    const counts = await runPhase(selected, workers, await env?.(selected), others);
    for (const name of ['passed', 'failed', 'skipped']) total[name] += counts[name];
    total.notes.push(...counts.notes);
  }
  const { passed, failed, skipped, notes } = total;
  for (const line of new Set(notes)) console.log(line);
  console.log(`${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`);
  return failed > 0 ? 1 : 0;
};

/** While other tests run: on a new machine Maven waits for the network for a while. What fails is said by whoever starts it. */
const fetchEngines = async () => {
  const { engineNames, fetchEngine } = await tsImport('@feusa/engines', import.meta.url);
  await Promise.allSettled(engineNames.map((name) => fetchEngine(name, () => undefined)));
};

const runPhase = async (projects, workers, env, args) => {
  const folder = mkdtempSync(join(tmpdir(), 'feusa-tests-'));
  const [file, leftOut] = [join(folder, 'results.json'), join(folder, 'left-out.txt')];
  const options = [
    ...['--selectProjects', ...projects, '--maxWorkers', String(workers)],
    ...['--passWithNoTests', '--json', '--outputFile', file, ...args],
  ];
  const node = ['--experimental-vm-modules', '--disable-warning=ExperimentalWarning'];
  const code = await runChild(process.execPath, [...node, jest, ...options], {
    env: { ...process.env, ...env, FEUSA_TEST_LEFT_OUT: leftOut },
    stdio: ['inherit', 'ignore', 'inherit'],
  });
  const counts = readCounts(file, code);
  if (existsSync(leftOut)) counts.notes.push(...readFileSync(leftOut, 'utf8').trim().split('\n'));
  rmSync(folder, { recursive: true });
  return counts;
};

/** A run that broke off counts as one failure, so that no total looks clean by accident. */
const readCounts = (file, code) => {
  const counts = { passed: 0, failed: 0, skipped: 0, notes: [] };
  try {
    const results = JSON.parse(readFileSync(file, 'utf8'));
    counts.passed = results.numPassedTests;
    counts.failed = results.numFailedTests + results.numRuntimeErrorTestSuites;
    counts.skipped = results.numPendingTests + results.numTodoTests;
    for (const { assertionResults } of results.testResults)
      for (const { status, retryReasons, fullName } of assertionResults)
        if (status === 'passed' && retryReasons?.some((reason) => !reason.includes('TEST_AGAIN')))
          counts.notes.push(`Passed only when tried again: ${fullName}`);
  } catch {
    // Without results only the exit code speaks.
  }
  return code !== 0 && counts.failed === 0 ? { ...counts, failed: 1 } : counts;
};
