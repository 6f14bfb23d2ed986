import { setTimeout as sleep } from 'node:timers/promises';
import type { Random } from '../random.js';
import { Browser } from './browser.js';
import type { ClientLog, Sent } from './client-log.js';
import { Company } from './company.js';
import { Reader, type Read } from './reader.js';
import type { Client, Sender } from './sender.js';
import { upload } from './upload.js';

const UPLOAD_PAUSE_MS = 1500;
/** From then on the oldest goes when one comes, so that a screen takes no longer the longer a run is. */
const MOST_FILES = 20;

export interface LoadOptions {
  readonly sender: Sender;
  readonly log: ClientLog;
  readonly random: Random;
  readonly admins: readonly Client[];
  readonly readers: readonly Client[];
  readonly writers?: number;
  /** Where browsers reach the product; each goes to the next one. */
  readonly pages?: readonly string[];
}

/** People at work: some write, one looks around, and some have a screen open. */
export class Load {
  private readonly ended = new AbortController();
  private running: Promise<unknown> = Promise.resolve();
  private readonly from: number;
  readonly reader: Reader;

  private constructor(
    private readonly options: LoadOptions,
    readonly company: Company,
    readonly browsers: Browser[],
  ) {
    this.from = options.log.sent.length;
    const { sender, readers, log } = options;
    this.reader = new Reader(sender.address, readers[0]!, log, company);
  }

  static async start(options: LoadOptions): Promise<Load> {
    const { sender, admins, readers, log, pages = [sender.address] } = options;
    const stage = {
      name: 'add-folder',
      body: { name: `Stage ${Date.now()}`, parentId: null },
    } as const;
    const { answer } = await sender.send(stage, { as: admins[0]! });
    if (!answer) throw new Error('there is no place to work in');
    const topics = ['folder:root', `folder:${answer.id}`, 'employees'];
    const browsers = await Promise.all(
      [...pages, ...pages].map((address, index) =>
        Browser.open({ address, person: readers[index % readers.length]!, topics, log }),
      ),
    );
    const load = new Load(options, new Company(answer.id), browsers);
    load.run();
    return load;
  }

  /** One more screen with the same topics, which is checked like the others. */
  async open(address: string): Promise<Browser> {
    const { readers, log } = this.options;
    const topics = [...this.browsers[0]!.screens.keys()];
    const browser = await Browser.open({ address, person: readers[0]!, topics, log });
    this.browsers.push(browser);
    return browser;
  }

  /** Commands that were sent since it began. */
  get sent(): readonly Sent[] {
    return this.options.log.sent.slice(this.from);
  }

  get reads(): readonly Read[] {
    return this.reader.reads;
  }

  /** Ends the work; what is under way gets its answer first. */
  async stop(): Promise<void> {
    this.ended.abort();
    await this.running;
  }

  close(): void {
    for (const browser of this.browsers) browser.close();
  }

  private run(): void {
    const { random, admins, writers = 4 } = this.options;
    const work = Array.from({ length: writers }, (_, index) =>
      this.write(random.fork(), admins[index % admins.length]!),
    );
    const others = [this.reader.run(random.fork(), this.ended.signal), this.upload(admins[0]!)];
    this.running = Promise.all([...work, ...others]);
  }

  private async write(random: Random, as: Client): Promise<void> {
    while (!this.ended.signal.aborted) {
      const order = this.company.next(random);
      const { answer } = await this.options.sender.send(order, { as });
      if (answer) this.company.learn(order, answer);
      await sleep(30 + random.below(90));
    }
  }

  private async upload(as: Client): Promise<void> {
    const { sender } = this.options;
    const added: string[] = [];
    for (let uploadId; (uploadId = await upload(sender.address, as, this.ended.signal));) {
      const body = { folderId: this.company.stage, uploadId };
      const { answer } = await sender.send({ name: 'add-file', body }, { as });
      if (answer) added.push(answer.id);
      if (added.length > MOST_FILES) {
        await sender.send({ name: 'remove-file', body: { id: added.shift()! } }, { as });
      }
      await sleep(UPLOAD_PAUSE_MS);
    }
  }
}
