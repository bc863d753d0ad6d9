import { formatUsd } from '#domain/shared/money.ts';
import { type Business, renderEmail } from './layout.ts';

type EmailInput = {
  /** Cents. */
  amount: number;
  stripeId: string;
  /** The booking number in the payment's metadata; the first payment has none. */
  bookingId: string | null;
  customerEmail: string | null;
  /** The URL of the reconciliation page. */
  url: string;
  business: Business;
};

/** The e-mail to the business that a customer has paid for a booking that the database does not have. */
export function unbookedPaymentEmail(input: EmailInput) {
  const { amount, stripeId, bookingId, customerEmail, url, business } = input;
  const isBalance = bookingId !== null;
  return renderEmail({
    subject: `A payment of ${formatUsd(amount)} has no booking`,
    greeting: 'Hello,',
    paragraphs: [
      isBalance
        ? `A customer paid the balance of booking #${bookingId}, which is not in our records. A restore of the database can lose bookings.`
        : 'A customer paid for a new booking, which is not in our records. A restore of the database can lose bookings.',
      "Please call the customer. Then refund the payment in Stripe's dashboard, and let the customer book again.",
    ],
    facts: [
      { name: 'Amount', value: formatUsd(amount) },
      { name: 'At Stripe', value: stripeId },
      ...(customerEmail === null ? [] : [{ name: 'E-mail', value: customerEmail }]),
    ],
    button: { label: 'Open the reconciliation', url },
    business,
  });
}

/** The e-mail to the business that a restore left many payments without a booking. */
export function unbookedPaymentsEmail({
  count,
  url,
  business,
}: Pick<EmailInput, 'url' | 'business'> & { count: number }) {
  return renderEmail({
    subject: `${count} payments have no booking`,
    greeting: 'Hello,',
    paragraphs: [
      `The database was restored, and ${count} payments at Stripe belong to bookings that are not in our records.`,
      'The reconciliation page lists them. Call each customer, then refund the payment or book again on their behalf.',
    ],
    facts: [],
    button: { label: 'Open the reconciliation', url },
    business,
  });
}
