import type { DocumentIndex } from '@feusa/search/find/port';
import type { FindProjection } from './find-projection.js';

const LOOK_MS = 1000;
/** An index of people in another process shows a change a moment later. */
const TOLD = 3;

interface Screens {
  /** Whether anybody looks at what was found. */
  isWatched(): boolean;
  changed(): void;
}

/** Tells those who look at what was found that it may be another by now: once a second at most. */
export class FindChanges {
  private timer: NodeJS.Timeout | undefined;
  private revision = -1;
  private events = 0;
  private left = 0;

  constructor(
    private readonly index: Pick<DocumentIndex, 'revision'>,
    private readonly projection: Pick<FindProjection, 'changes'>,
  ) {}

  follow(screens: Screens): void {
    const look = () => void this.look(screens).catch(() => undefined);
    this.timer ??= setInterval(look, LOOK_MS).unref();
  }

  async look({ isWatched, changed }: Screens): Promise<void> {
    if (!isWatched()) return;
    const { changes } = this.projection;
    const revision = await this.index.revision();
    if (changes !== this.events) this.left = TOLD;
    const isNew = revision !== this.revision || this.left > 0;
    [this.revision, this.events, this.left] = [revision, changes, Math.max(0, this.left - 1)];
    if (isNew) changed();
  }

  close(): void {
    clearInterval(this.timer);
  }
}
