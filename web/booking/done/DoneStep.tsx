import { useEffect } from 'react';
import type { BookingSummary } from '#contract/bookings.ts';
import { type PaymentRef, usePaymentNews } from '#web/api/checkout.ts';
import { StepHeading } from '#web/booking/StepHeading.tsx';
import { phoneHref, site } from '#web/config.ts';
import type { Receipt } from '#web/rental/kept-receipts.ts';
import { ReceiptCard } from '#web/rental/ReceiptCard.tsx';
import { Button } from '#web/ui/Button.tsx';
import { Icon } from '#web/ui/Icon.tsx';

type Props = {
  receipt: Receipt;
  payment: PaymentRef | null;
  onBooked: (booking: BookingSummary) => void;
  onStartOver: () => void;
};

/** Step 4. The payment is made; its booking is asked for until it has a number. */
export function DoneStep({ receipt, payment, onBooked, onStartOver }: Props) {
  const news = usePaymentNews(payment);
  const booking = news.latest?.booking;
  useEffect(() => {
    if (booking) onBooked(booking);
  }, [booking, onBooked]);

  return (
    <div className="mx-auto max-w-2xl">
      <span className="inline-flex size-14 items-center justify-center rounded-full bg-brand text-on-brand">
        <Icon name="check" className="size-8" />
      </span>
      <StepHeading className="mt-4 text-3xl sm:text-4xl">Your Dumpster Rental is Confirmed!</StepHeading>
      <p className="mt-3 text-lg text-ink-soft">Our staff will confirm the delivery window with you.</p>
      <div className="mt-6">
        <ReceiptCard receipt={receipt} isNumberComing={news.isAsking} />
      </div>
      <p role="status" className="mt-4 min-h-6 text-ink-soft">
        {receipt.id === null ? whileNumberComes(news.isAsking) : MAIL_FOLLOWS}
      </p>
      <p className="mt-2 text-ink-soft">
        The final price adds dump fees, calculated at the end of your rental. Questions? Call{' '}
        <a
          className="whitespace-nowrap font-semibold text-brand underline"
          href={phoneHref(site.businessPhone)}
        >
          {site.businessPhone}
        </a>
        .
      </p>
      <Button look="secondary" className="mt-8" onClick={onStartOver}>
        Book another dumpster
      </Button>
    </div>
  );
}

function whileNumberComes(isAsking: boolean): string {
  return isAsking ? 'Fetching your booking number...' : NUMBER_FOLLOWS;
}

/** True of every booking that has a number. */
const MAIL_FOLLOWS = 'A confirmation is on its way to you by e-mail.';
const NUMBER_FOLLOWS =
  'Your payment went through. We are still writing your booking down: you need not do anything.';
