import { fork } from 'node:child_process';

/** Starts a process that never ends, says which, and ends without a word to it. */
const [program] = process.argv.slice(2);
const execArgv = ['--import', 'tsx'];
const child = fork(program, [], { execArgv, stdio: 'ignore' });
child.once('message', () => {
  console.log(child.pid);
  process.kill(process.pid, 'SIGKILL');
});
