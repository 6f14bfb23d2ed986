import { constants, setPriority } from 'node:os';
import { greedyClients, type Answers, type People } from './greedy.js';

/** What this program is told first. It goes on until it is told anything else, and sends what it was answered. */
export interface Orders {
  readonly address: string;
  readonly people: People;
  readonly kinds: readonly string[];
}

/** By the kind of client. */
export type Answered = Readonly<
  Record<string, readonly (readonly [status: number, count: number])[]>
>;

async function run({ address, people, kinds }: Orders): Promise<void> {
  const ended = new AbortController();
  process.once('message', () => ended.abort());
  const clients = greedyClients(address, people);
  const answered = kinds.map(async (kind) => {
    const answers: Answers = new Map();
    await clients[kind]!(ended.signal, answers);
    return [kind, [...answers]] as const;
  });
  process.send!(Object.fromEntries(await Promise.all(answered)) satisfies Answered);
  process.disconnect();
}

// In life these have a machine of their own: what is measured must not wait for what they do with their answers.
setPriority(constants.priority.PRIORITY_LOW);
process.once('message', (orders) => void run(orders as Orders));
