import type { ReactNode } from 'react';
import type { BusinessProfileView } from '#contract/business.ts';
import type { Job } from '#contract/jobs.ts';
import type { Booking } from '#contract/staff-bookings.ts';
import { PLACEMENT_LABELS } from '#domain/catalog/quote.ts';
import { JOB_LABELS } from '#domain/jobs/jobs.ts';
import { windowText } from '#domain/jobs/time-windows.ts';
import { BOOKING_STATUS_LABELS, isOver } from '#domain/rental/bookings.ts';
import { formatDay } from '#domain/shared/days.ts';
import { formatUsd } from '#domain/shared/money.ts';
import { weekdayText } from '#web/kit/dates/moment.ts';
import { addressText, customerFullName, mapHref } from '#web/kit/ui/names.ts';
import { unitsText } from '#web/kit/ui/route-texts.ts';
import { SHEET_CLASS, SheetHead } from './PrintFrame.tsx';
import { usePageFit } from './use-page-fit.ts';

type Props = { booking: Booking; job: Job | null; business: Pick<BusinessProfileView, 'name' | 'phone'> };

/**
 * One page for the driver. It has no prices but the balance to collect, and no internal notes: the customer signs it.
 * Long texts make it smaller, so that it stays one page.
 */
export function WorkOrder({ booking, job, business }: Props) {
  const { id, phoneDisplay, secondPhoneDisplay, company, poNumber, notes, sizeName, materialName, status } =
    booking;
  const address = addressText(booking);
  const map = mapHref(address);
  const items = itemsText(booking);
  const placement = joined([PLACEMENT_LABELS[booking.placementType], booking.placement]);
  const customer = joined([customerFullName(booking), company]);
  const sheet = usePageFit();
  const permit = permitText(booking);
  return (
    <article
      ref={sheet}
      aria-label={`Work order of booking #${id}`}
      className={`${SHEET_CLASS} print:[zoom:var(--print-zoom)]`}
    >
      <SheetHead
        title={job ? JOB_LABELS[job.type] : 'Work order'}
        detail={
          <>
            <strong>
              {job ? `${weekdayText(job.dueDay)}, ${job.dueDay.slice(0, 4)}` : 'No job is planned'}
            </strong>
            {job && windowText(job.timeWindow) && `, ${windowText(job.timeWindow)}`} · Booking #{id}
          </>
        }
        business={business}
      />
      {isOver(status) && (
        <p className="mt-2 border-2 border-current px-2 py-1 font-semibold">
          This booking is {BOOKING_STATUS_LABELS[status].toLowerCase()}.
        </p>
      )}
      <dl className="mt-3 grid grid-cols-2 gap-x-6 gap-y-2.5 text-sm">
        <Entry name="Customer">
          <bdi className="font-semibold">{customer}</bdi>
        </Entry>
        <Entry name="Phone">
          <bdi className="font-semibold tabular-nums">
            {[phoneDisplay, secondPhoneDisplay].filter(Boolean).join(', ') || 'Not provided'}
          </bdi>
        </Entry>
        {poNumber !== null && (
          <Entry name="PO number" isWide>
            <bdi className="font-semibold">{poNumber}</bdi>
          </Entry>
        )}
        <Entry name="Address" isWide>
          <bdi className="block font-semibold text-base">{address}</bdi>
          <a href={map} target="_blank" rel="noreferrer" className="text-xs underline print:no-underline">
            {map.length > MAX_LINK ? <span className="print:hidden">Open the map</span> : map}
          </a>
        </Entry>
        <Entry name="Where to put it" isWide>
          <LongText text={placement} />
        </Entry>
        <Entry name="Unit">
          {unitText(booking, job)}, {sizeName}
          {materialName !== null && `, ${materialName}`}
        </Entry>
        <Entry name="Rental">
          {formatDay(booking.deliveryDate)} to {formatDay(booking.endDate)}
          {booking.pickupDay !== booking.endDate && `, pickup ${formatDay(booking.pickupDay)}`}
        </Entry>
        {permit && <Entry name="Street permit">{permit}</Entry>}
        {items && (
          <Entry name="Items" isWide>
            {items}
          </Entry>
        )}
        <Entry name="Customer notes" isWide>
          <LongText text={notes ?? 'None'} />
        </Entry>
        <Entry name="Balance due" isWide>
          <span className="font-semibold text-base tabular-nums">{formatUsd(booking.balanceDue)}</span>
        </Entry>
      </dl>
      <div className="mt-8 grid grid-cols-2 gap-x-6 gap-y-8 text-xs *:border-current *:border-t *:pt-1">
        <p>Driver</p>
        <p>Date and time</p>
        <p>Customer signature</p>
        <p>Name in print</p>
      </div>
    </article>
  );
}

function Entry({ name, isWide = false, children }: { name: string; isWide?: boolean; children: ReactNode }) {
  return (
    <div className={`wrap-anywhere min-w-0 ${isWide ? 'col-span-2' : 'max-sm:col-span-2 print:col-span-1'}`}>
      <dt className="text-xs">{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

const MAX_LINES = 8;

/** Keeps a few line breaks; text with many would fill the page. */
function LongText({ text }: { text: string }) {
  const isFew = text.split('\n').length <= MAX_LINES;
  return (
    <span dir="auto" className={`block ${isFew ? 'whitespace-pre-line' : ''}`}>
      {text}
    </span>
  );
}

const joined = (texts: readonly (string | null)[]) => texts.filter(Boolean).join(', ');

/** For an exchange the unit that is brought and the one that is taken. */
function unitText({ units }: Booking, job: Job | null): string {
  return (job && unitsText(job)) ?? units.at(-1)?.number ?? 'No unit assigned';
}

/** 'Mattress, Tire × 2'; null without items. */
function itemsText({ quote }: Booking): string | null {
  const items = quote?.lines.filter(({ type }) => type === 'item') ?? [];
  return (
    joined(items.map(({ label, quantity }) => (quantity > 1 ? `${label} × ${quantity}` : label))) || null
  );
}

function permitText({ placementType, permitNumber, permitExpires }: Booking): string | null {
  if (permitNumber === null) return placementType === 'street' ? 'Not entered' : null;
  return permitExpires === null ? permitNumber : `${permitNumber}, valid until ${formatDay(permitExpires)}`;
}

/** A link that is longer has no use on paper. */
const MAX_LINK = 200;
