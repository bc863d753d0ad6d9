import { useState } from 'react';
import { agreedSums } from '#domain/catalog/agreement.ts';
import { agreedCancellation, weightText } from '#domain/catalog/agreement-texts.ts';
import { numbersText } from '#domain/rental/orders.ts';
import { formatWeekday } from '#domain/shared/days.ts';
import { formatUsd } from '#domain/shared/money.ts';
import { site } from '#web/config.ts';
import { Button } from '#web/kit/ui/Button.tsx';
import { EmailLink, OpeningHours, PhoneLink } from '#web/kit/ui/ContactLinks.tsx';
import type { Receipt } from './stored-receipts.ts';

/** What happens after the deposit, how to change the booking, and its calendar file. */
export function NextSteps({ receipt }: { receipt: Receipt }) {
  const { id, hasUnit, agreement, depositAmount } = receipt;
  return (
    <>
      <div className="mt-4 flex flex-wrap gap-3 print:hidden">
        <Button variant="secondary" onClick={() => window.print()}>
          Print
        </Button>
        {id !== null && hasUnit && <CalendarButton receipt={{ ...receipt, id }} />}
      </div>
      <section aria-labelledby="next" className="mt-8 break-inside-avoid">
        <h2 id="next" className="text-xl">
          What happens next
        </h2>
        <ol className="mt-2 list-decimal space-y-1.5 pl-5">
          {stepsOf(receipt).map((step) => (
            <li key={step}>{step}</li>
          ))}
        </ol>
      </section>
      <section aria-labelledby="change" className="mt-6 break-inside-avoid">
        <h2 id="change" className="text-xl">
          To change or cancel
        </h2>
        <p className="mt-2">
          Call <PhoneLink phone={site.businessPhone} /> or write to <EmailLink email={site.businessEmail} />
          {id !== null && <> and name {bookingText(receipt, id)}</>}.
          <OpeningHours className="block text-ink-soft text-sm" />
        </p>
        {agreement && (
          <p className="mt-2 text-ink-soft">
            {agreedCancellation(agreement, depositAmount, cancelledRental(receipt))}
          </p>
        )}
      </section>
    </>
  );
}

/** 'booking #7'; 'bookings #7 and #8'. */
function bookingText({ orderNumbers }: Receipt, id: number): string {
  return orderNumbers ? `bookings ${numbersText(orderNumbers)}` : `booking #${id}`;
}

/** The rule names its day and hour. */
function cancelledRental({ deliveryDate }: Receipt) {
  return { deliveryDate, timeZone: site.timeZone, nowMs: Date.now() };
}

/** Its script is loaded when the button is pressed. */
function CalendarButton({ receipt }: { receipt: Receipt & { id: number } }) {
  const [isFailed, setFailed] = useState(false);
  const save = async () => {
    setFailed(false);
    try {
      const { saveCalendarFile } = await import('./calendar-download.ts');
      saveCalendarFile(receipt);
    } catch {
      setFailed(true);
    }
  };
  return (
    <>
      <Button variant="secondary" onClick={save}>
        Add to calendar
      </Button>
      <p role="alert" className="w-full font-semibold text-danger empty:hidden">
        {isFailed && 'The calendar file did not load. Check your internet connection, then try again.'}
      </p>
    </>
  );
}

function stepsOf(receipt: Receipt): string[] {
  const { hasUnit, sizeName, deliveryDate, endDate, pickupDay, quantity = 1 } = receipt;
  const isOrder = quantity > 1;
  const dumpsters = isOrder ? `${quantity} x ${sizeName} dumpsters` : `the ${sizeName} dumpster`;
  const dumpster = isOrder ? 'dumpsters' : 'dumpster';
  const isOneDay = deliveryDate === endDate;
  const rental = [
    `We deliver ${dumpsters} on ${formatWeekday(deliveryDate)}. Please keep ${isOrder ? 'their' : 'its'} place clear, and leave room for a truck to reach it.`,
    isOneDay
      ? `Your rental is for this one day: please have the ${dumpster} filled by its end.`
      : `Please have everything in the ${dumpster} by ${formatWeekday(endDate)}, the last day of your rental.`,
  ];
  return [
    ...(hasUnit ? rental : []),
    ...(hasUnit && pickupDay !== endDate
      ? [`We pick ${isOrder ? 'them' : 'it'} up on ${formatWeekday(pickupDay)}.`]
      : []),
    ...balanceSteps(receipt),
  ];
}

/** What is charged after the rental; nothing if what was agreed is not known. */
function balanceSteps({ agreement, depositAmount, quantity = 1 }: Receipt): string[] {
  if (!agreement) return [];
  const { quote, rate } = agreement;
  const { total, dueLater } = agreedSums({ quote }, depositAmount);
  const weight = weightText({ quote, rate });
  if (total === null) return [`${weight} We charge what remains to the same card.`];
  const balance = `At the end of your rental we charge the remaining ${formatUsd(dueLater)}${quantity > 1 ? ' for each dumpster' : ''} to the same card.`;
  return [...(dueLater > 0 ? [balance] : []), weight];
}
