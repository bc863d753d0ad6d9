import { rentalCalendarFile } from '#domain/calendar-file.ts';
import { formatTons } from '#domain/catalog/overage.ts';
import { formatDay } from '#domain/days.ts';
import { formatUsd } from '#domain/money.ts';
import { CANCELLATION_RULE } from '#domain/policy-texts.ts';
import { site } from '#web/config.ts';
import { Button } from '#web/ui/Button.tsx';
import { EmailLink, PhoneLink } from '#web/ui/ContactLinks.tsx';
import { addressText } from '#web/ui/names.ts';
import { isPriced, type ShownPrice } from './PriceSummary.tsx';
import type { Receipt } from './stored-receipts.ts';

/** What happens after the deposit, how to change the booking, and its calendar file. */
export function NextSteps({ receipt }: { receipt: Receipt }) {
  const { id, hasUnit } = receipt;
  return (
    <>
      <div className="mt-4 flex flex-wrap gap-3 print:hidden">
        <Button variant="secondary" onClick={() => window.print()}>
          Print
        </Button>
        {id !== null && hasUnit && (
          <Button variant="secondary" onClick={() => saveCalendarFile({ ...receipt, id })}>
            Add to calendar
          </Button>
        )}
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
          {id !== null && <> and name booking #{id}</>}.
        </p>
        <p className="mt-2 text-ink-soft">{CANCELLATION_RULE}</p>
      </section>
    </>
  );
}

function stepsOf({ hasUnit, sizeName, deliveryDate, endDate, pickupDay, price }: Receipt): string[] {
  const isOneDay = deliveryDate === endDate;
  const rental = [
    `We deliver the ${sizeName} dumpster on ${formatDay(deliveryDate)}. Please keep its place clear, and leave room for a truck to reach it.`,
    isOneDay
      ? 'Your rental is for this one day: please have the dumpster filled by its end.'
      : `Please have everything in the dumpster by ${formatDay(endDate)}, the last day of your rental.`,
  ];
  return [
    ...(hasUnit ? rental : []),
    ...(hasUnit && pickupDay !== endDate ? [`We pick it up on ${formatDay(pickupDay)}.`] : []),
    ...(price && isPriced(price) ? pricedSteps(price) : [BALANCE_OF_DEPOSIT]),
  ];
}

const BALANCE_OF_DEPOSIT =
  'The final price adds dump fees, calculated at the end of your rental. We charge what remains to the same card.';

function pricedSteps({ quote: { dueLater }, rate }: ShownPrice): string[] {
  const { includedWeight, overagePerTon, extraDay } = rate;
  const extras = [
    ...(includedWeight !== null && overagePerTon !== null
      ? [`${formatUsd(overagePerTon)} for each ton above ${formatTons(includedWeight)}`]
      : []),
    ...(extraDay === null ? [] : [`${formatUsd(extraDay)} for each extra day`]),
  ];
  return [
    ...(dueLater > 0
      ? [`At the end of your rental we charge the remaining ${formatUsd(dueLater)} to the same card.`]
      : []),
    ...(extras.length > 0 ? [`Added only if they apply: ${extras.join(', ')}.`] : []),
  ];
}

/** Has the same UID as the entry in the confirmation e-mail, so that a calendar shows one entry. */
function saveCalendarFile({ contact, ...booking }: Receipt & { id: number }): void {
  const { filename, type, text } = rentalCalendarFile({
    booking,
    place: contact ? addressText(contact) : '',
    sequence: 0,
    createdAt: Date.now(),
    business: { name: site.businessName, phone: site.businessPhone },
    host: window.location.hostname,
    note: 'Our staff will confirm the delivery window with you.',
  });
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type: `${type};charset=utf-8` }));
  link.download = filename;
  link.click();
  // Safari reads the file after the click.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
