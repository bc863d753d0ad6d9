import { expect, type Locator, type Page } from '@playwright/test';
import { LIVE_PONG } from '#contract/live.ts';

export type Credentials = { username: string; password: string };

/** The back office as a user operates it. */
export class OfficePage {
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  field(name: string) {
    return this.page.locator(`[name=${name}]`);
  }

  /** A section of the settings, by its heading. */
  section(name: string) {
    return this.page.getByRole('region', { name });
  }

  button(name: string) {
    return this.page.getByRole('button', { name, exact: true });
  }

  heading(name: string) {
    return this.page.getByRole('heading', { level: 1, name });
  }

  toast(text: string) {
    return this.page.getByRole('region', { name: /^Messages/ }).getByText(text);
  }

  /** The status menu of the booking page, or of a row. */
  statusMenu(within: Locator = this.section('Actions')) {
    return within.getByRole('button', { name: 'Status', exact: true });
  }

  async pickStatus(label: string, within?: Locator) {
    await this.statusMenu(within).click();
    await this.page.getByRole('menuitemradio', { name: label, exact: true }).click();
  }

  /** Cancels a booking with the refund that is proposed. */
  async cancelBooking(within?: Locator) {
    await this.pickStatus('Cancelled', within);
    await this.confirmChange(/^Cancel booking/);
  }

  /** Presses the button of an open dialog of a change, once its preview allows that. */
  async confirmChange(name: RegExp) {
    const action = this.page.getByRole('dialog').getByRole('button', { name });
    await expect(action).toHaveAttribute('aria-disabled', 'false');
    await action.click();
    await expect(this.page.getByRole('dialog')).toHaveCount(0);
  }

  /** Keeps the socket open and silent, so that the page does not notice what others do. Before it is opened. */
  async withoutLiveUpdates() {
    // Without an answer to its pings, the page would connect again after 40 seconds and read everything.
    await this.page.routeWebSocket('**/api/live', (socket) => socket.onMessage(() => socket.send(LIVE_PONG)));
  }

  async logIn({ username, password }: Credentials) {
    await this.field('username').fill(username);
    await this.field('password').fill(password);
    await this.button('Log in').click();
  }

  /** Opens a page of the back office after a login by the API. */
  async open(path: string, { username, password }: Credentials) {
    const login = await this.page.request.post('/api/admin/login', { data: { username, password } });
    expect(login.status()).toBe(200);
    await this.page.goto(path);
    await this.expectAt(path.replace(/\?.*/, ''));
  }

  /** Opens a page of the back office, which asks for the login first. */
  async openByLogin(path: string, credentials: Credentials) {
    await this.page.goto(path);
    await this.expectLogin();
    await this.logIn(credentials);
    await this.expectAt(path.replace(/\?.*/, ''));
  }

  /** A row of a list, by its title. */
  row(name: string) {
    return this.page.getByRole('row').filter({ has: this.page.getByRole('rowheader', { name }) });
  }

  dialog(name: string) {
    return this.page.getByRole('dialog', { name });
  }

  /** Types into the open dialog. */
  async fillDialog(values: Record<string, string>) {
    for (const [name, value] of Object.entries(values)) {
      await this.page.locator(`dialog input[name=${name}]`).fill(value);
    }
  }

  async changePassword(from: string, to: string) {
    const form = this.section('Change password');
    await form.locator('[name=currentPassword]').fill(from);
    await form.locator('[name=newPassword]').fill(to);
    await form.locator('[name=confirmPassword]').fill(to);
    await form.getByRole('button', { name: 'Change password' }).click();
  }

  async changeUsername(to: string, password: string) {
    const form = this.section('Change username');
    await form.locator('[name=newUsername]').fill(to);
    await form.locator('[name=currentPassword]').fill(password);
    await form.getByRole('button', { name: 'Change username' }).click();
  }

  async expectLogin() {
    await this.expectAt('/admin/login');
    await expect(this.heading('Log in')).toBeVisible();
  }

  async expectAt(path: string) {
    await expect.poll(() => new URL(this.page.url()).pathname).toBe(path);
  }
}
