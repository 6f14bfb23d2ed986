import { Worker } from 'node:worker_threads';

const LOOKED_AT_MS = 1000;

/** Runs beside a main thread that may never come to an end with what it reads. */
const watch = `setInterval(() => {
  if (process.ppid !== require('node:worker_threads').workerData) process.kill(process.pid, 'SIGKILL');
}, ${LOOKED_AT_MS})`;

/** Ends this process soon after the one that has started it, whatever it is doing then. */
export function endWithParent(): void {
  new Worker(watch, { eval: true, workerData: process.ppid }).unref();
}

/**
 * Makes this process one that works for the service that has started it, a piece after the other: it has no settings,
 * no database and no secrets.
 */
export function workForParent<Work>(answerOf: (work: Work) => Promise<object>): void {
  // Libraries for hostile input must not find their way into the output of the service.
  console.log = console.warn = console.error = () => undefined;
  process.on('message', (work) => {
    void answerOf(work as Work).then((answer) => process.send?.(answer));
  });
  process.once('disconnect', () => process.exit());
  endWithParent();
}
