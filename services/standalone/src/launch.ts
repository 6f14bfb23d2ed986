import { join } from 'node:path';
import type * as main from './main.js';
import { keepHeapSmall } from '@feusa/platform/heap';
import { runScript } from '@feusa/platform/kept-code';

type Program = Pick<typeof main, 'started'>;

/** What a start leads to is compiled by then, and people have had their first answers. */
const SETTLED_MS = 2000;

/** The built program, with what V8 made of it at an earlier start: half of the work of a start is compiling. */
const { exports, wasKept, keep } = runScript<Program>(join(import.meta.dirname, 'standalone.cjs'));
const settled = () => {
  if (!wasKept) void keep();
  keepHeapSmall();
};
exports.started.then(
  () => setTimeout(settled, SETTLED_MS).unref(),
  () => undefined,
);
