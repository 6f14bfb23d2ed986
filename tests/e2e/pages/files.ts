import type { Page } from 'playwright-core';
import { Modal } from './modal.js';

export interface Dropped {
  readonly name: string;
  readonly text: string;
}

/** The folder browser, `/dashboard` and below. */
export class Files {
  constructor(readonly page: Page) {}

  get uploads() {
    return this.page.getByRole('region', { name: 'Uploads' });
  }
  get messages() {
    return this.page.getByRole('region', { name: 'Messages' });
  }

  async open(...ids: string[]): Promise<void> {
    await this.page.goto(['/dashboard', ...ids].join('/'));
    await this.page.getByRole('heading', { level: 1 }).waitFor();
  }

  /** Opens a folder and follows it, until the server has both: what comes later is news. */
  async follow(id: string): Promise<void> {
    const answered = (part: string) =>
      this.page.waitForResponse((answer) => answer.url().includes(`/api/me/${part}/`));
    const opened = answered('opened');
    await this.open(id);
    await opened;
    const button = this.button('Follow');
    // Whoever follows it already may be shown that in the moment of the click, which then ends it.
    while ((await button.getAttribute('aria-pressed')) !== 'true') {
      const followed = answered('follows');
      await button.click();
      await followed;
    }
  }

  title(name: string) {
    return this.page.getByRole('heading', { level: 1, name, exact: true });
  }

  button(name: string | RegExp) {
    return this.page.getByRole('main').getByRole('button', { name, exact: true });
  }

  modal(title?: string | RegExp) {
    return new Modal(this.page, title);
  }

  folder(name: string) {
    return this.page
      .getByRole('grid', { name: 'Folders' })
      .getByRole('link', { name, exact: true });
  }

  /** The name of a document or a link. */
  doc(name: string) {
    const rows = this.page.getByRole('row').filter({ has: this.details(name) });
    return rows.getByRole('link', { name, exact: true });
  }

  details(name: string) {
    return this.page.getByRole('button', { name: `Details of ${name}`, exact: true });
  }

  async enter(name: string): Promise<void> {
    await this.folder(name).click();
    await this.title(name).waitFor();
  }

  async menu(of: string, entry: string | RegExp): Promise<void> {
    await this.page.getByRole('button', { name: of, exact: true }).click();
    await this.page.getByRole('menuitem', { name: entry }).click();
  }

  async addFolder(name: string): Promise<void> {
    await this.button('Add Folder').click();
    const modal = this.modal('Add Folder');
    await modal.field('Name').fill(name);
    await modal.press('Add Folder');
    await modal.gone();
  }

  async addLink(name: string, link: string): Promise<void> {
    await this.button('Add link').click();
    const modal = this.modal('Add Link');
    await modal.field('Name').fill(name);
    await modal.field('Link').fill(link);
    await modal.press('Add Link');
    await modal.gone();
  }

  async addFiles(...files: { name: string; mimeType: string; buffer: Buffer }[]): Promise<void> {
    await this.button('Add file').click();
    const modal = this.modal('Add a file');
    await modal.field('File').setInputFiles(files);
    await modal.press('Add file');
    await modal.gone();
  }

  /** Drops files onto something, as from the desktop. */
  async drop(target: string, ...files: Dropped[]): Promise<void> {
    const dataTransfer = await this.page.evaluateHandle(`(() => {
      const transfer = new DataTransfer();
      for (const { name, text } of ${JSON.stringify(files)})
        transfer.items.add(new File([text], name));
      return transfer;
    })()`);
    const element = this.page.locator(target).first();
    await element.dispatchEvent('dragover', { dataTransfer });
    await element.dispatchEvent('drop', { dataTransfer });
  }

  /** Undoes what a message tells about. */
  undo(text: string) {
    const message = this.messages.getByRole('alertdialog').filter({ hasText: text });
    return message.getByRole('button', { name: 'Undo', exact: true }).click();
  }

  message(text: string) {
    return this.messages.getByText(text, { exact: true });
  }
}
