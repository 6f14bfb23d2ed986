import { constants, getPriority, setPriority } from 'node:os';

/** Lets a process that we have started give way to us; unlike a lower number, a higher one is allowed to everybody. */
export const giveWay = (pid: number, niceness: number): void => {
  if (niceness > 0)
    setPriority(pid, Math.min(getPriority() + niceness, constants.priority.PRIORITY_LOW));
};
