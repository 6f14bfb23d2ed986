import type { Page } from 'playwright-core';
import { Modal } from './modal.js';

/** The parts of the product and what waits, `/operations`. */
export class Operations {
  constructor(readonly page: Page) {}

  async open(): Promise<void> {
    await this.page.goto('/operations');
    await this.page.getByRole('heading', { name: 'Parts' }).waitFor();
  }

  get parts() {
    return this.page.getByRole('region', { name: 'Parts' }).getByRole('listitem');
  }
  /** What waits, a row each. */
  get letters() {
    return this.page.getByRole('list', { name: 'Blocked changes' }).getByRole('listitem');
  }
  get done() {
    return this.page.getByRole('region', { name: 'Actions taken' }).getByRole('listitem');
  }

  /** The button of the first row that is shown. */
  press(name: 'Retry' | 'Discard') {
    return this.page
      .getByRole('button', { name: new RegExp(`^${name} folder-`) })
      .first()
      .click();
  }

  modal(title?: string) {
    return new Modal(this.page, title);
  }
}
