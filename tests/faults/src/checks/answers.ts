import type { Sent } from '../client/client-log.js';
import type { Load } from '../client/load.js';
import type { Harness } from '../harness.js';

const SAMPLE = 40;

/** I8: who asks again with the same key gets the same answer. Those who had to ask more than once first. */
export async function checkAnswers({ sender, log }: Harness, load: Load): Promise<string[]> {
  const settled = load.sent.filter(({ outcome }) => outcome !== 'unknown');
  const sample = settled.toSorted((a, b) => b.attempts.length - a.attempts.length).slice(0, SAMPLE);
  const broken: string[] = [];
  for (const sent of sample) {
    const reply = await sender.attempt(sent);
    log.look(`again ${sent.name}`, reply);
    const isSame =
      sent.outcome === 'acked'
        ? reply.status === 200 && JSON.stringify(reply.body) === JSON.stringify(sent.answer)
        : reply.code === sent.code;
    if (!isSame)
      broken.push(`I8: ${told(sent)}, and then ${reply.status} ${reply.text.slice(0, 200)}`);
  }
  return broken;
}

const told = ({ name, key, outcome, code, answer }: Sent) =>
  `${name} ${key} was first ${outcome} ${code ?? JSON.stringify(answer)}`;
