import type { Page } from 'playwright-core';
import { Modal } from './modal.js';

/** Everything that was done, `/log`. */
export class Log {
  constructor(readonly page: Page) {}

  async open(path = '/log'): Promise<void> {
    await this.page.goto(path);
    await this.page.getByRole('heading', { name: 'Log', exact: true }).waitFor();
  }

  /** The rows that are drawn and say this. */
  rows(text: string | RegExp) {
    return this.page
      .getByRole('list', { name: 'Events, newest first' })
      .getByRole('listitem')
      .filter({ hasText: text });
  }
  get event() {
    return new Modal(this.page, /^Event \d+$/);
  }
  get alarm() {
    return this.page.getByRole('alert', { name: 'Alarm about the log' });
  }
  /** Writes into a field of the filter. */
  find(label: 'Search' | 'Changed by or about', text: string) {
    return this.page.getByLabel(label, { exact: true }).fill(text);
  }
}
