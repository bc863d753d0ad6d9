import type { ReactNode } from 'react';
import { numbersText } from '#domain/rental/orders.ts';
import { formatWeekday } from '#domain/shared/days.ts';
import { formatUsd } from '#domain/shared/money.ts';
import { site } from '#web/config.ts';
import { EmailText } from '#web/kit/ui/EmailText.tsx';
import { addressText } from '#web/kit/ui/names.ts';
import { AgreementDetails } from './AgreementDetails.tsx';
import { DumpsterDrawing } from './DumpsterDrawing.tsx';
import { NextSteps } from './NextSteps.tsx';
import { isPriced, PriceSummary } from './PriceSummary.tsx';
import type { Receipt } from './stored-receipts.ts';

type Props = { receipt: Receipt; isNumberPending?: boolean };

/** The content of the confirmation, below the page's heading. */
export function Confirmation({ receipt, isNumberPending = false }: Props) {
  return (
    <>
      <p className="mt-3 text-ink-soft text-lg">
        {receipt.hasUnit
          ? 'Our staff will confirm the delivery window with you.'
          : 'Our staff will call you about your delivery day and window.'}
      </p>
      <p className="mt-3 hidden print:block">
        {site.businessName} · {site.businessPhone} · {site.businessEmail}
      </p>
      <div className="mt-6">
        <ReceiptCard receipt={receipt} isNumberPending={isNumberPending} />
      </div>
      <p role="status" className="mt-4 min-h-6 text-ink-soft">
        {receipt.id === null ? numberStatusText(isNumberPending) : EMAIL_ON_ITS_WAY}
      </p>
      <NextSteps receipt={receipt} />
      {receipt.agreement && <AgreementDetails agreement={receipt.agreement} />}
    </>
  );
}

function numberStatusText(isComing: boolean): string {
  return isComing ? 'Fetching your booking number...' : NUMBER_TO_FOLLOW;
}

/** True for every booking with a number. */
const EMAIL_ON_ITS_WAY = 'A confirmation is on its way to you by e-mail.';
const NUMBER_TO_FOLLOW =
  'Your payment went through. We are still creating your booking: you do not need to do anything.';

type ReceiptCardProps = { receipt: Receipt; isNumberPending?: boolean };

/** A paid booking, styled as a weighbridge ticket. */
function ReceiptCard({ receipt, isNumberPending = false }: ReceiptCardProps) {
  const { id, sizeMeasures: size, deliveryDate, endDate, pickupDay, contact, agreement } = receipt;
  const quote = agreement?.quote;
  const price = quote && isPriced({ quote }) ? { quote } : null;
  const { quantity = 1, orderNumbers } = receipt;
  return (
    <section
      aria-label="Booking summary"
      className="rounded-lg border border-line bg-surface shadow-lift print:shadow-none"
    >
      <div className="flex flex-wrap items-end justify-between gap-4 border-line border-b border-dashed p-5 sm:p-7">
        <div>
          <p className="text-ink-soft text-sm">{quantity > 1 ? 'Bookings' : 'Booking'}</p>
          <p className="font-display font-semibold text-3xl">
            {orderNumbers ? numbersText(orderNumbers) : numberText(id, isNumberPending)}
          </p>
        </div>
        {size && <DumpsterDrawing size={size} sizes={[size]} className="w-52" />}
      </div>
      <dl className="grid gap-x-8 gap-y-4 p-5 sm:grid-cols-2 sm:p-7">
        <Fact term="Rental">{receipt.rentalTitle}</Fact>
        <Fact term={quantity > 1 ? 'Dumpsters' : 'Dumpster'}>
          {quantity > 1 ? `${quantity} x ${receipt.sizeName}` : receipt.sizeName}
        </Fact>
        {receipt.materialName && <Fact term="Material">{receipt.materialName}</Fact>}
        {pickupDay === deliveryDate ? (
          <Fact term="Delivery and pickup">{formatWeekday(deliveryDate)}</Fact>
        ) : (
          <>
            <Fact term="Delivery date">{formatWeekday(deliveryDate)}</Fact>
            <Fact term="Last day">{formatWeekday(endDate)}</Fact>
          </>
        )}
        {pickupDay !== endDate && <Fact term="Pickup">{formatWeekday(pickupDay)}</Fact>}
        {!price && (
          <Fact term={agreement ? 'Deposit paid' : 'Paid'}>
            {formatUsd(receipt.depositAmount * quantity)}
          </Fact>
        )}
        {contact && (
          <>
            <Fact term="Delivery address">
              <bdi>{addressText(contact)}</bdi>
            </Fact>
            <Fact term="Confirmation e-mail">
              <EmailText email={contact.email} />
            </Fact>
            {contact.company && (
              <Fact term="Company">
                <bdi>{contact.company}</bdi>
              </Fact>
            )}
            {contact.poNumber && (
              <Fact term="PO number">
                <bdi>{contact.poNumber}</bdi>
              </Fact>
            )}
          </>
        )}
      </dl>
      {price && (
        <div className="border-line border-t border-dashed p-5 sm:p-7">
          <PriceSummary price={price} paid={receipt.depositAmount} quantity={quantity} />
        </div>
      )}
    </section>
  );
}

function numberText(id: number | null, isComing: boolean): string {
  if (id !== null) return `#${id}`;
  return isComing ? '...' : 'Number to follow';
}

function Fact({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-ink-soft text-sm">{term}</dt>
      <dd className="wrap-anywhere font-semibold text-lg">{children}</dd>
    </div>
  );
}
