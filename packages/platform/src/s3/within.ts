/**
 * `more` is asked for further time (ms) when that is over; 0 is none.
 * @throws Error `TimeoutError` where the work takes longer; its signal is aborted then
 */
export async function within<T>(
  ms: number,
  work: (signal: AbortSignal) => Promise<T>,
  more: () => number = () => 0,
): Promise<T> {
  const giveUp = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  let isDone = false;
  const late = new Promise<never>((_settle, fail) => {
    const end = () => {
      if (isDone) return;
      const rest = more();
      if (rest > 0) return wait(rest);
      giveUp.abort();
      fail(Object.assign(new Error(`no answer within ${ms} ms`), { name: 'TimeoutError' }));
    };
    const wait = (time: number) => {
      // An answer that has come while this process was busy is read first.
      timer = setTimeout(() => setImmediate(end), time);
    };
    wait(ms);
  });
  try {
    return await Promise.race([work(giveUp.signal), late]);
  } finally {
    isDone = true;
    clearTimeout(timer);
  }
}
