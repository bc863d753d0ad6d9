import type { Booking } from '#contract/staff-bookings.ts';
import { site } from '#web/config.ts';
import { momentText } from '#web/kit/dates/moment.ts';
import { Fact } from '#web/kit/ui/Card.tsx';
import { EmailLink, PhoneLink } from '#web/kit/ui/ContactLinks.tsx';
import { addressText } from '#web/kit/ui/names.ts';
import { PaymentBadge } from '#web/kit/ui/StatusBadge.tsx';
import { daysText } from '#web/office/bookings/words.ts';

/** The details of an opened row. */
export function BookingRowDetails({ booking }: { booking: Booking }) {
  const {
    email,
    phoneDisplay,
    secondPhoneDisplay,
    company,
    poNumber,
    placement,
    internalNotes,
    sizeName,
    notes,
    paymentStatus,
    createdAt,
  } = booking;
  return (
    <dl className="grid gap-x-8 gap-y-3 sm:grid-cols-2 @4xl:grid-cols-4">
      <Fact name="Email">{email === null ? 'Not provided' : <EmailLink email={email} />}</Fact>
      <Fact name="Phone">
        <PhoneLink phone={phoneDisplay} />
      </Fact>
      {secondPhoneDisplay !== null && (
        <Fact name="Second phone">
          <PhoneLink phone={secondPhoneDisplay} />
        </Fact>
      )}
      {company !== null && (
        <Fact name="Company">
          <bdi>{company}</bdi>
        </Fact>
      )}
      {poNumber !== null && (
        <Fact name="PO number">
          <bdi>{poNumber}</bdi>
        </Fact>
      )}
      <Fact name="Delivery address">
        <bdi>{addressText(booking)}</bdi>
      </Fact>
      <Fact name="Delivery date">{daysText(booking)}</Fact>
      <Fact name="Dumpster type">{sizeName}</Fact>
      <Fact name="Payment">
        <PaymentBadge status={paymentStatus} />
      </Fact>
      <Fact name="Created">{momentText(createdAt, site.timeZone)}</Fact>
      {placement !== null && <RowText name="Where to put it" text={placement} />}
      <RowText name="Customer notes" text={notes ?? 'None'} />
      {internalNotes !== null && <RowText name="Internal notes" text={internalNotes} />}
    </dl>
  );
}

function RowText({ name, text }: { name: string; text: string }) {
  return (
    <div className="col-span-full min-w-0">
      <dt className="text-ink-soft text-xs">{name}</dt>
      <dd dir="auto" className="wrap-anywhere mt-0.5 max-w-prose whitespace-pre-line">
        {text}
      </dd>
    </div>
  );
}
