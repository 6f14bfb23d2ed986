import type { Page } from 'playwright-core';
import { Modal } from './modal.js';

const labels = {
  firstName: 'First name',
  lastName: 'Last name',
  phoneNumber: 'Phone',
  mobile: 'Mobile (optional)',
  email: 'E-mail',
  role: 'Role',
  location: 'Location',
  department: 'Department',
  manager: 'Manager',
} as const;
export type Field = keyof typeof labels;
export type Fields = Partial<Record<Field, string>>;

/** The employee directory, `/dashboard/employees`. */
export class People {
  constructor(readonly page: Page) {}

  get search() {
    return this.page.getByLabel('Search people', { exact: true });
  }
  get cards() {
    return this.page.getByRole('article');
  }
  get messages() {
    return this.page.getByRole('region', { name: 'Messages' });
  }

  async open(query = ''): Promise<void> {
    await this.page.goto(`/dashboard/employees${query}`);
    await this.page.getByRole('heading', { name: 'Our staff' }).waitFor();
  }

  /** Opens the form for another employee; phones have it in a menu. */
  async startAdding(): Promise<void> {
    const isPhone = (this.page.viewportSize()?.width ?? 0) < 640;
    if (isPhone) await this.button('Actions').click();
    await this.page
      .getByRole(isPhone ? 'menuitem' : 'button', { name: 'Add New Employee' })
      .first()
      .click();
  }

  button(name: string) {
    return this.page.getByRole('main').getByRole('button', { name, exact: true });
  }

  modal(title?: string | RegExp) {
    return new Modal(this.page, title);
  }

  card(name: string) {
    return this.cards.filter({ has: this.page.getByRole('button', { name, exact: true }) });
  }

  names() {
    return this.cards.getByRole('heading').allInnerTexts();
  }

  async openPerson(name: string): Promise<Modal> {
    await this.page.getByRole('article').getByRole('button', { name, exact: true }).click();
    return this.modal(name);
  }

  input(field: Field, modal = this.modal()) {
    return modal.field(labels[field]);
  }

  async fill(fields: Fields): Promise<void> {
    for (const [field, value] of Object.entries(fields)) {
      await this.input(field as Field).fill(value);
    }
  }

  /** What is said under a field, or '' where nothing is. */
  async fault(field: Field): Promise<string> {
    const ids = (await this.input(field).getAttribute('aria-describedby'))?.split(' ') ?? [];
    const id = ids.find((each) => each.endsWith('-error'));
    return id ? this.page.locator(`[id="${id}"]`).innerText() : '';
  }
}
