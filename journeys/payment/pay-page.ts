import { expect, type Locator, type Page } from '@playwright/test';
import { BookingPage } from '../booking/booking-page.ts';

/** The page of a payment link, as the customer uses it. */
export class PayPage {
  readonly page: Page;
  readonly #card: BookingPage;

  constructor(page: Page) {
    this.page = page;
    this.#card = new BookingPage(page);
  }

  /** Opens a link that can be paid. */
  async open(url: string): Promise<void> {
    await this.page.goto(url);
    await this.expectOpen();
  }

  async expectOpen(): Promise<void> {
    await this.expectTitle('Pay your remaining balance');
    await expect(this.#card.cardNumber).toBeVisible();
  }

  typeCard(card: string): Promise<void> {
    return this.#card.typeCard(card);
  }

  async payWith(card: string): Promise<void> {
    await this.typeCard(card);
    await this.pay.click();
  }

  async expectTitle(name: string): Promise<void> {
    await expect(this.page.getByRole('heading', { level: 1, name })).toBeVisible();
    await expect(this.page).toHaveTitle(new RegExp(`^${name} \\|`));
  }

  get pay(): Locator {
    return this.page.getByRole('button', { name: /^Pay \$/ });
  }

  get facts(): Locator {
    return this.page.getByRole('region', { name: 'Payment summary' });
  }

  get problem(): Locator {
    return this.page.getByRole('alert');
  }

  button(name: string): Locator {
    return this.page.getByRole('button', { name, exact: true });
  }
}
