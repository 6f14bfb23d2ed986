import { count } from './plan-text.js';

const BAR = 24;
const FRAME_MS = 100;
const LINE_MS = 5000;

export interface Progress {
  /** One more item is done, well or not. */
  step(): void;
  end(): void;
}

/** What the screen must offer; `process.stdout` does. */
export interface Screen {
  readonly isTTY?: boolean;
  readonly columns?: number;
  write(text: string): unknown;
}

/** A bar in one line on a terminal, a plain line now and then elsewhere. */
export function showProgress(
  total: number,
  screen: Screen,
  now = () => performance.now(),
): Progress {
  const start = now();
  const every = screen.isTTY ? FRAME_MS : LINE_MS;
  let done = 0;
  let shownAt = start;
  const line = () => {
    const seconds = (now() - start) / 1000;
    const rate = seconds > 0 ? done / seconds : 0;
    const left = rate > 0 ? Math.ceil((total - done) / rate) : 0;
    return `${count(done)} of ${count(total)}, ${count(Math.round(rate))} a second, ${left} s left`;
  };
  const draw = () => {
    const filled = total > 0 ? Math.floor((done / total) * BAR) : BAR;
    const bar = `[${'#'.repeat(filled)}${'.'.repeat(BAR - filled)}] ${line()}`;
    screen.write(`\r\u001b[2K${bar.slice(0, (screen.columns ?? 80) - 1)}`);
  };
  return {
    step() {
      done++;
      if (now() - shownAt < every) return;
      shownAt = now();
      if (screen.isTTY) draw();
      else screen.write(`  ${line()}\n`);
    },
    end() {
      if (screen.isTTY) screen.write('\r\u001b[2K');
    },
  };
}
