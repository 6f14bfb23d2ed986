import { closeSync, openSync, readSync, renameSync, statSync } from 'node:fs';
import { join } from 'node:path';

const LIMIT = 10 * 1024 * 1024;
const TAIL = 8192;
/** Answers to those who asked whether the server is ready are left out, and what only follows from a fault. */
const FAULT =
  /FATAL(?!.*(the database system is|checkpoint request failed))|PANIC|error|No space left on device/;

/** The file PostgreSQL writes its messages to. */
export const logFile = (dir: string): string => join(dir, 'server.log');

/** Opens the log for appending; an earlier one that grew past 10 MiB is kept as `.1`. */
export const openLog = (dir: string): number => {
  const path = logFile(dir);
  if (sizeOf(path) > LIMIT) renameSync(path, `${path}.1`);
  return openSync(path, 'a', 0o600);
};

/** The last fatal message of a server's log, without its time and process id. */
export const lastFault = (dir: string): string => {
  const lines = tailOf(logFile(dir)).split('\n');
  const fatal = lines.findLast((line) => FAULT.test(line));
  return fatal?.replace(/^.*?(FATAL|PANIC|ERROR):\s*/, '') ?? 'it ended without a word';
};

const tailOf = (path: string) => {
  const size = sizeOf(path);
  const buffer = Buffer.alloc(Math.min(size, TAIL));
  const file = openSync(path, 'r');
  try {
    readSync(file, buffer, 0, buffer.length, size - buffer.length);
  } finally {
    closeSync(file);
  }
  return buffer.toString();
};

const sizeOf = (path: string) => statSync(path, { throwIfNoEntry: false })?.size ?? 0;
