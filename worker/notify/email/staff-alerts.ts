import { stripeIdOf } from '#domain/money/shares.ts';
import { dumpstersText, numbersText } from '#domain/rental/orders.ts';
import { type Day, daysBetween, formatDay } from '#domain/shared/days.ts';
import { formatUsd } from '#domain/shared/money.ts';
import { type Business, type EmailFact, renderEmail } from './layout.ts';
import { type EmailBooking, staffFacts } from './rental.ts';

type EmailInput = {
  booking: EmailBooking;
  /** The URL of the booking in the back office. */
  url: string;
  business: Business;
};
type MoneyAlertInput = EmailInput & {
  /** Cents, where the ledger knows them, and what Stripe calls it. */
  amount: number | null;
  stripeId: string;
};

/** E-mails to the business about disputes, failed refunds and fraud warnings. `sum`: ' of $80.00', or ''. */
const MONEY_ALERTS = {
  'dispute-opened': (booking: EmailBooking, sum: string) => ({
    subject: `Booking #${booking.id}: a payment${sum} is disputed`,
    paragraphs: [
      `The customer's bank disputes a payment${sum}. It cannot be refunded while the dispute is open.`,
      "Please answer the dispute in Stripe's dashboard before its deadline: unanswered, it is lost.",
    ],
  }),
  'refund-failed': (booking: EmailBooking, sum: string) => ({
    subject: `Booking #${booking.id}: a refund${sum} has failed`,
    paragraphs: [
      `The bank returned a refund${sum}. The money is in your Stripe balance, and the amount can be refunded again.`,
      'Please call the customer, who may expect the refund, and agree how to pay it back.',
    ],
  }),
  'fraud-warning': (booking: EmailBooking, sum: string) => ({
    subject: `Booking #${booking.id}: a payment${sum} may be fraud`,
    paragraphs: [
      `The bank of the card warns that a payment${sum} may not have been made by its owner.`,
      'Please check the booking before you deliver. A full refund now usually spares a dispute later.',
    ],
  }),
};
export type MoneyAlert = keyof typeof MONEY_ALERTS;

export function moneyAlertEmail(kind: MoneyAlert, input: MoneyAlertInput) {
  const { booking, amount, stripeId } = input;
  const sum = amount === null ? null : formatUsd(amount);
  const { subject, paragraphs } = MONEY_ALERTS[kind](booking, sum === null ? '' : ` of ${sum}`);
  const facts = [
    ...(sum === null ? [] : [{ name: 'Amount', value: sum }]),
    { name: 'At Stripe', value: stripeIdOf(stripeId) },
  ];
  return staffEmail(input, { subject, paragraphs, facts });
}

/** `order`: the numbers of the bookings that one customer made at once, each for one dumpster. */
export function newBookingEmail(input: EmailInput & { order: readonly number[] }) {
  const { booking, order } = input;
  const day = formatDay(booking.deliveryDate);
  if (order.length === 1) {
    return staffEmail(input, {
      subject: `New booking #${booking.id} for ${day}`,
      paragraphs: [
        `Booking #${booking.id} was made on the booking page. The delivery is on ${day}.`,
        'Please check it and set its status to Confirmed.',
      ],
    });
  }
  return staffEmail(input, {
    subject: `New bookings ${numbersText(order)} for ${day}`,
    paragraphs: [
      `Bookings ${numbersText(order)} were made on the booking page in one order of ${dumpstersText(order.length)}. The delivery is on ${day}.`,
      'Please check them and set their status to Confirmed. Each dumpster is a booking of its own.',
    ],
    order,
  });
}

export function stillPendingEmail(input: EmailInput & { bookedOn: Day; today: Day }) {
  const { booking, bookedOn, today } = input;
  const wait = daysBetween(today, booking.deliveryDate);
  return staffEmail(input, {
    subject: `Booking #${booking.id} is still pending`,
    paragraphs: [
      `Booking #${booking.id} was made on ${formatDay(bookedOn)}, and no one has confirmed it yet. ${untilDelivery(wait)}`,
      'Please agree the delivery window with the customer, and set the status.',
    ],
  });
}

function untilDelivery(days: number): string {
  if (days < 0) return 'Its delivery date is past.';
  if (days === 0) return 'The delivery is due today.';
  return days === 1 ? 'The delivery is due tomorrow.' : `The delivery is due in ${days} days.`;
}

type OverdueDigest = {
  /** The longest first. */
  rentals: readonly (Pick<EmailBooking, 'id' | 'firstName' | 'lastName' | 'phone'> &
    Pick<EmailBooking, 'address' | 'city'> & { agreedPickupDay: Day })[];
  hasMore: boolean;
  today: Day;
  /** The URL of the list 'Overdue' in the back office. */
  url: string;
  business: Business;
};

/** One e-mail a day about all rentals whose dumpster is still there after the agreed pickup day. */
export function overdueDigestEmail({ rentals, hasMore, today, url, business }: OverdueDigest) {
  const count = `${hasMore ? 'Over ' : ''}${rentals.length}`;
  const isOne = rentals.length === 1;
  return renderEmail({
    subject: `${count} ${isOne ? 'rental is' : 'rentals are'} overdue on ${formatDay(today)}`,
    greeting: 'Hello,',
    paragraphs: [
      `${isOne ? 'This dumpster is' : 'These dumpsters are'} still with the customer after the agreed pickup day.`,
      'Please have the dumpsters picked up, or mark the pickup of those that are back.',
    ],
    sections: [
      {
        title: hasMore ? `The ${rentals.length} that are overdue longest` : 'Overdue rentals',
        items: rentals.map((one) => {
          const days = daysBetween(one.agreedPickupDay, today);
          const since = `pickup agreed for ${formatDay(one.agreedPickupDay)}, ${days === 1 ? 'yesterday' : `${days} days ago`}`;
          return `#${one.id} ${one.firstName} ${one.lastName}, ${one.phone}, ${one.address}, ${one.city}: ${since}`;
        }),
      },
    ],
    button: { label: 'Open the list', url },
    business,
  });
}

/** `notes`: what the driver wrote; '' without. */
export function stopAttemptedEmail(
  input: EmailInput & { job: string; driver: string; reason: string; notes: string },
) {
  const { booking, job, driver, reason, notes } = input;
  return staffEmail(input, {
    subject: `Booking #${booking.id}: ${job} could not be completed`,
    paragraphs: [
      `${driver} was at the customer and could not complete the ${job.toLowerCase()}.`,
      'The job is open again. Please call the customer and plan it on another route.',
    ],
    facts: [{ name: 'Reason', value: reason }, ...(notes === '' ? [] : [{ name: 'Note', value: notes }])],
  });
}

type EmailText = {
  subject: string;
  paragraphs: string[];
  facts?: EmailFact[];
  /** The numbers of the bookings of an order. */
  order?: readonly number[];
};

export function staffEmail(
  { booking, url, business }: EmailInput,
  { subject, paragraphs, facts = [], order }: EmailText,
) {
  return renderEmail({
    subject,
    greeting: 'Hello,',
    paragraphs,
    facts: [...facts, ...staffFacts(booking, order)],
    button: { label: `Open booking #${booking.id}`, url },
    business,
  });
}
