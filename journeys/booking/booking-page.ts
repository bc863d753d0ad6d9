import { expect, type FrameLocator, type Locator, type Page } from '@playwright/test';
import { type Day, monthOf } from '#domain/shared/days.ts';
import { type Customer, titleOf } from './customer.ts';

export const CARDS = {
  good: '4242 4242 4242 4242',
  declined: '4000 0000 0000 0002',
  authenticated: '4000 0025 0000 3155',
};

const TEXT_FIELDS = ['firstName', 'lastName', 'email', 'phone', 'address', 'city', 'zip', 'notes'] as const;

/** The public page as a customer uses it: the four steps, in a tab or in a frame. */
export class BookingPage {
  readonly page: Page;
  readonly view: Page | FrameLocator;

  constructor(page: Page, view: Page | FrameLocator = page) {
    this.page = page;
    this.view = view;
  }

  /** Opens the page and chooses the rental, up to the details. */
  async toDetails(customer: Pick<Customer, 'rentalType'>): Promise<void> {
    await this.page.goto('/');
    await this.pickRental(customer);
  }

  /** From the first step to the card fields. */
  async toPayment(customer: Customer): Promise<void> {
    await this.toDetails(customer);
    await this.fillIn(customer);
    await this.continue();
    await expect(this.cardNumber).toBeVisible();
  }

  async pickRental(customer: Pick<Customer, 'rentalType'>): Promise<void> {
    await this.button(`Select ${titleOf(customer)}`).click();
    await expect(this.heading('Customer Details')).toBeVisible();
  }

  async fillIn(customer: Customer): Promise<void> {
    await this.pickSize(customer.dumpsterType);
    await this.pickDay(customer.deliveryDate);
    for (const name of TEXT_FIELDS) await this.field(name).fill(customer[name]);
    await this.field('state').selectOption(customer.state);
    await this.field('terms').check();
  }

  pickSize(size: string): Promise<void> {
    return this.sizeOption(size).check();
  }

  /** Opens the day's month in the calendar and presses the day. */
  async pickDay(day: Day): Promise<void> {
    await this.turnTo(day);
    await this.day(day).click();
  }

  /** Opens the day's month, which is the shown one or a later one. */
  async turnTo(day: Day): Promise<void> {
    const first = await this.view.locator('[data-day]').first().getAttribute('data-day');
    for (let turns = monthsBetween(first ?? day, day); turns > 0; turns -= 1) {
      await this.button('Next month').click();
    }
  }

  async continue(): Promise<void> {
    await this.button('Continue to Payment').click();
  }

  /** Types a card; every test card accepts any later date and any code. */
  async typeCard(number: string): Promise<void> {
    await this.cardNumber.fill(number);
    await this.view.getByLabel('Expiration date').fill('12 / 44');
    await this.view.getByLabel('Security code').fill('123');
  }

  async payWith(number: string): Promise<void> {
    await this.typeCard(number);
    await this.pay.click();
  }

  /** From filled-in details to the confirmation, with a card that succeeds. */
  async continueAndPay(): Promise<void> {
    await this.continue();
    await this.payWith(CARDS.good);
    await this.expectBooked();
  }

  async expectConfirmed(): Promise<void> {
    await expect(this.heading('Your Dumpster Rental is Confirmed!')).toBeVisible();
  }

  /** Waits for the confirmation with the number of the booking. */
  async expectBooked(): Promise<void> {
    await this.expectConfirmed();
    await expect(this.summary.getByText(/^#\d+$/)).toBeVisible();
  }

  /** The values in the details form. */
  async expectFilledIn(customer: Customer): Promise<void> {
    for (const name of [...TEXT_FIELDS, 'state'] as const) {
      await expect(this.field(name)).toHaveValue(customer[name]);
    }
    await expect(this.field('terms')).toBeChecked();
  }

  get summary(): Locator {
    return this.view.getByRole('region', { name: 'Booking summary' });
  }

  get cardNumber(): Locator {
    return this.view.getByLabel('Card number');
  }

  get pay(): Locator {
    return this.button('Pay Deposit');
  }

  heading(name: string): Locator {
    return this.view.getByRole('heading', { name, exact: true });
  }

  button(name: string): Locator {
    return this.view.getByRole('button', { name, exact: true });
  }

  field(name: string): Locator {
    return this.view.locator(`[name="${name}"]`);
  }

  sizeOption(size: string): Locator {
    return this.view.locator(`input[name="dumpsterType"][value="${size}"]`);
  }

  day(day: Day): Locator {
    return this.view.locator(`[data-day="${day}"]`);
  }

  /** The text of the current toast. */
  get toast(): Locator {
    return this.view.getByRole('region', { name: /^Messages/ }).getByRole('listitem');
  }
}

function monthsBetween(from: Day, to: Day): number {
  const count = (day: Day) => {
    const [year, month] = monthOf(day).split('-').map(Number);
    return (year ?? 0) * 12 + (month ?? 0);
  };
  return count(to) - count(from);
}
