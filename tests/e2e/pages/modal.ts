import type { Locator, Page } from 'playwright-core';

/** The one dialog that is open. */
export class Modal {
  readonly root: Locator;

  constructor(page: Page, title?: string | RegExp) {
    const dialogs = page.locator('[role=dialog], [role=alertdialog]:not([aria-modal=false])');
    this.root = title === undefined ? dialogs : dialogs.filter({ has: headed(page, title) });
  }

  field(label: string) {
    return this.root.getByLabel(label, { exact: true });
  }

  button(name: string) {
    return this.root.getByRole('button', { name, exact: true });
  }

  text(text: string | RegExp) {
    return this.root.getByText(text, { exact: true });
  }

  async press(name: string): Promise<void> {
    await this.button(name).click();
  }

  shown() {
    return this.root.waitFor();
  }

  gone() {
    return this.root.waitFor({ state: 'hidden' });
  }
}

const headed = (page: Page, title: string | RegExp) =>
  page.getByRole('heading', { name: title, exact: true });
