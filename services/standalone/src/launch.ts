import { join } from 'node:path';
import type * as main from './main.js';
import { keepHeapSmall } from '@feusa/platform/heap';
import { whenIdle } from '@feusa/platform/idle';
import { runScript } from '@feusa/platform/kept-code';

type Program = Pick<typeof main, 'started'>;

/** What a start leads to is compiled by then, and people have had their first answers. */
const SETTLED_MS = 2000;
/** How long a busy process goes on without, ms. */
const PATIENCE_MS = 30_000;

/** The built program, with what V8 made of it at an earlier start: half of the work of a start is compiling. */
const { exports, wasKept, keep } = runScript<Program>(join(import.meta.dirname, 'standalone.cjs'));
/** Gathering what is compiled stops everything for a tenth of a second, so not while anybody waits. */
const settle = async () => {
  if (!wasKept) {
    await whenIdle({ lookMs: 250, patienceMs: PATIENCE_MS });
    void keep();
  }
  keepHeapSmall();
};
exports.started.then(
  () => setTimeout(() => void settle(), SETTLED_MS).unref(),
  () => undefined,
);
