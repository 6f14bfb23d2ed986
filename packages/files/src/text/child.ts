import path from 'node:path';
import type { TextFormat } from '@feusa/contracts/find';
import { textBounds } from '@feusa/contracts/find-bounds';
import { ProcessApart } from '../apart/process-apart.js';
import { reasons, type ExtractedText, type TextExtractor } from './port.js';
import type { TextWork } from './program.js';

const whyNot = {
  broken: reasons.damaged,
  'too-slow': reasons.tooSlow,
  'too-much': reasons.tooMuch,
} as const;

/** How long and with how much memory one document may be read; and by which program, where not by ours. */
export interface ExtractionLimits {
  readonly timeMs?: number;
  readonly memory?: number;
  readonly program?: string;
}

/** A process that reads documents, one at a time. */
class ChildExtractor implements TextExtractor {
  private turn: Promise<unknown> = Promise.resolve();
  private readonly apart: ProcessApart<ExtractedText>;

  constructor({ program, timeMs, memory }: ExtractionLimits) {
    const source = program ?? path.join(import.meta.dirname, 'program.ts');
    this.apart = new ProcessApart({
      program: { built: 'text-extractor', source },
      timeMs: timeMs ?? textBounds.time.value,
      memory: memory ?? textBounds.memory.value,
    });
  }

  extract(bytes: Uint8Array, format: TextFormat, charset?: string): Promise<ExtractedText> {
    const answer = this.turn.then(() => this.read({ bytes, format, charset }));
    this.turn = answer.catch(() => undefined);
    return answer;
  }

  async close(): Promise<void> {
    this.apart.end();
    await this.turn;
    this.apart.end();
  }

  private async read(work: TextWork): Promise<ExtractedText> {
    if (work.bytes.length > textBounds.fileSize.value) return { reason: reasons.tooLarge };
    const answer = await this.apart.ask(work);
    return typeof answer === 'string' ? { reason: whyNot[answer] } : answer;
  }
}

/** The process itself is started with the first document. */
export const openTextExtractor = (limits: ExtractionLimits = {}): TextExtractor =>
  new ChildExtractor(limits);
