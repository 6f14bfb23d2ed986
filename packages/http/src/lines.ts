import { Refusal } from '@feusa/contracts/refusals';
import type { FastifyReply } from 'fastify';
import { takeOver } from './fair-share.js';

const LINES = 'application/x-ndjson';

/** Whether the answer is to be told in lines, as it comes. */
export const wantsLines = (accept: string | undefined): boolean => accept?.includes(LINES) ?? false;

/**
 * Answers in lines of JSON: what the work tells, and at the end `{result}` or `{problem}`. The work goes on
 * when nobody listens any more.
 * @throws whatever the work throws that is no refusal, once it is told as a fault on our side
 */
export async function answerInLines<L extends object>(
  reply: FastifyReply,
  work: (write: (line: L) => void) => Promise<unknown>,
): Promise<void> {
  const raw = takeOver(reply);
  const headers = { ...reply.getHeaders(), 'content-type': `${LINES}; charset=utf-8` };
  raw.writeHead(200, headers as Record<string, string>);
  const write = (line: object) => void raw.write(`${JSON.stringify(line)}\n`);
  try {
    write({ result: await work(write) });
  } catch (fault) {
    write({ problem: problemOf(fault) });
    if (!(fault instanceof Refusal)) throw fault;
  } finally {
    raw.end();
  }
}

const problemOf = (fault: unknown) =>
  fault instanceof Refusal
    ? { code: fault.code, detail: fault.message }
    : { code: 'fault', detail: 'Something went wrong on our side' };
