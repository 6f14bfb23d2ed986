import type { Page } from 'playwright-core';

/** The screens before the sign-in: `/`, `/reset`; and `/register`, which has the same fields. */
export class Entrance {
  constructor(readonly page: Page) {}

  get alert() {
    return this.page.getByRole('alert');
  }
  get team() {
    return this.page.getByLabel('Team password', { exact: true });
  }
  get email() {
    return this.page.getByLabel(/^E-mail/);
  }
  get password() {
    return this.page.getByLabel('Password', { exact: true });
  }
  get newPassword() {
    return this.page.getByLabel('New password', { exact: true });
  }

  button(name: string) {
    return this.page.getByRole('button', { name, exact: true });
  }

  async fill(teamPassword: string, email: string, password: string): Promise<void> {
    await this.team.fill(teamPassword);
    await this.email.fill(email);
    await this.password.fill(password);
  }

  async signIn(teamPassword: string, email: string, password: string): Promise<void> {
    await this.fill(teamPassword, email, password);
    await this.button('Login').click();
  }

  async register(teamPassword: string, email: string, password: string): Promise<void> {
    await this.fill(teamPassword, email, password);
    await this.button('Register New User').click();
  }
}
