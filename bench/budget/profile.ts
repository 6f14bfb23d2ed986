import { readFileSync } from 'node:fs';
import { SourceMap, type SourceMapPayload } from 'node:module';
import { fileURLToPath } from 'node:url';
import { WebSocket, type MessageEvent } from 'undici';

/** What V8's profiler answers: samples name nodes of a tree of calls; times are µs. */
export interface Profile {
  readonly nodes: readonly ProfileNode[];
  readonly samples: readonly number[];
  readonly timeDeltas: readonly number[];
}

interface ProfileNode {
  readonly id: number;
  readonly callFrame: CallFrame;
  readonly children?: readonly number[];
}

/** Where a function begins, counted from 0. */
export interface CallFrame {
  readonly functionName: string;
  readonly url: string;
  readonly lineNumber: number;
  readonly columnNumber: number;
}

/** Starts and stops the profiler of a process that was started with `--inspect=127.0.0.1:{port}`. */
export async function openProfiler(port: number) {
  const listed = await fetch(`http://127.0.0.1:${port}/json/list`);
  const [target] = (await listed.json()) as { webSocketDebuggerUrl: string }[];
  const socket = new WebSocket(target!.webSocketDebuggerUrl);
  await new Promise((open, fail) => {
    socket.addEventListener('open', open);
    socket.addEventListener('error', fail);
  });
  let last = 0;
  const call = <Answer>(method: string, params = {}) =>
    new Promise<Answer>((settle) => {
      const id = ++last;
      const onMessage = ({ data }: MessageEvent) => {
        const answer = JSON.parse(String(data)) as { id: number; result: Answer };
        if (answer.id !== id) return;
        socket.removeEventListener('message', onMessage);
        settle(answer.result);
      };
      socket.addEventListener('message', onMessage);
      socket.send(JSON.stringify({ id, method, params }));
    });
  await call('Profiler.enable');
  await call('Profiler.setSamplingInterval', { interval: 250 });
  return {
    start: () => call('Profiler.start'),
    stop: async () => (await call<{ profile: Profile }>('Profiler.stop')).profile,
    close: () => socket.close(),
  };
}

/** The source file of a function, by the maps that lie beside what was built. */
export function sourceFinder(): (frame: CallFrame) => string {
  const maps = new Map<string, SourceMap | undefined>();
  const mapOf = (url: string) => {
    if (!maps.has(url)) maps.set(url, readMap(url));
    return maps.get(url);
  };
  return ({ url, lineNumber, columnNumber }) => {
    const entry = mapOf(url)?.findEntry(lineNumber, columnNumber);
    return entry && 'originalSource' in entry ? entry.originalSource : url;
  };
}

function readMap(url: string): SourceMap | undefined {
  if (!url || url.startsWith('node:')) return undefined;
  const file = url.startsWith('file:') ? fileURLToPath(url) : url;
  try {
    return new SourceMap(JSON.parse(readFileSync(`${file}.map`, 'utf8')) as SourceMapPayload);
  } catch {
    return undefined;
  }
}
