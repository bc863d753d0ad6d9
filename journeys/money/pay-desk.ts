import { expect } from '@playwright/test';
import type Stripe from 'stripe';
import type { Customer } from '../booking/customer.ts';
import { test as desk } from '../office/bookings-desk.ts';
import { type StaffApi, signInByApi } from '../office/staff-api.ts';
import { PayPage } from '../payment/pay-page.ts';

const DEPOSIT = 42_500;
export const DUE = 17_500;
/** The succeeded charges, newest first. */
export const BOTH = [DUE, DEPOSIT];

type Story = {
  staff: StaffApi;
  link: PayPage;
  /** A booking with a paid deposit; $175.00 of its price remain. */
  due: (customer: Customer, card?: string) => Promise<number>;
  /** The payments of a customer at Stripe: one of each kind. */
  intentsOf: (
    customer: Customer,
  ) => Promise<{ deposit: Stripe.PaymentIntent; balance: Stripe.PaymentIntent }>;
  /** The URL of a payment link that staff have just made. */
  linkTo: (bookingId: number) => Promise<string>;
};

/** For journeys in which the customer pays the balance on a link. */
export const test = desk.extend<Story>({
  staff: ({ system }, use) => signInByApi(system.running.app, system.running.admin).then(use),
  link: ({ page }, use) => use(new PayPage(page)),
  due: ({ book, staff }, use) =>
    use(async (customer, card) => {
      const id = await book(customer, card);
      const priced = await staff('PATCH', `/api/bookings/${id}/final-price`, {
        finalPrice: DEPOSIT + DUE,
        notifyCustomer: false,
      });
      expect(priced.status).toBe(200);
      return id;
    }),
  intentsOf: ({ stripe }, use) =>
    use(async (customer) => {
      const intents = await stripe.intentsOf(customer);
      const [deposit, balance] = [DEPOSIT, DUE].map((amount) =>
        intents.find((each) => each.amount === amount),
      );
      expect(intents).toHaveLength(2);
      return { deposit: deposit!, balance: balance! };
    }),
  linkTo: ({ staff }, use) =>
    use(async (bookingId) => {
      const { status, body } = await staff('POST', `/api/bookings/${bookingId}/pay-link`);
      expect([status, body]).toMatchObject([200, { amount: DUE }]);
      return (body as { url: string }).url;
    }),
});
