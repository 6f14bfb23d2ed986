import type { Server, ServerResponse } from 'node:http';

/** The requests of a server that are not answered yet. */
export class UnderWay {
  private count = 0;
  private ended: (() => void) | undefined;

  readonly take = (response: ServerResponse): void => {
    this.count += 1;
    response.once('close', this.left);
    if (this.ended) response.shouldKeepAlive = false;
  };

  private readonly left = (): void => {
    this.count -= 1;
    if (this.count === 0) this.ended?.();
  };

  /** Takes no new connections, and waits until all is answered, for so long at most. */
  async end(server: Server, ms: number): Promise<void> {
    server.close();
    const late = await new Promise<NodeJS.Timeout>((resolve) => {
      const timer = setTimeout(() => resolve(timer), ms);
      this.ended = () => resolve(timer);
      if (this.count === 0) this.ended();
    });
    clearTimeout(late);
  }
}
