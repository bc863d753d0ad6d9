import type { ReactNode } from 'react';
import { formatDay } from '#domain/days.ts';
import { formatUsd } from '#domain/money.ts';
import { dumpsterSize, rentalOption } from '#domain/rental.ts';
import { DumpsterDrawing } from '#web/rental/DumpsterDrawing.tsx';
import type { Receipt } from '#web/rental/kept-receipts.ts';
import { addressText } from '#web/ui/customer.ts';
import { EmailText } from '#web/ui/EmailText.tsx';

type Props = { receipt: Receipt; isNumberComing?: boolean };

/** A paid booking, in the shape of a weighbridge ticket. */
export function ReceiptCard({ receipt, isNumberComing = false }: Props) {
  const { id, rentalType, dumpsterType, deliveryDate, endDate, depositAmount, contact } = receipt;
  return (
    <section
      aria-label="Booking summary"
      className="rounded-lg border border-line bg-surface shadow-lift print:shadow-none"
    >
      <div className="flex flex-wrap items-end justify-between gap-4 border-line border-b border-dashed p-5 sm:p-7">
        <div>
          <p className="text-ink-soft text-sm">Booking</p>
          <p className="font-display font-semibold text-3xl">{numberText(id, isNumberComing)}</p>
        </div>
        <DumpsterDrawing type={dumpsterType} className="w-52" />
      </div>
      <dl className="grid gap-x-8 gap-y-4 p-5 sm:grid-cols-2 sm:p-7">
        <Fact term="Rental">{rentalOption(rentalType).title}</Fact>
        <Fact term="Dumpster">{dumpsterSize(dumpsterType).name}</Fact>
        {endDate === deliveryDate ? (
          <Fact term="Delivery and pickup">{formatDay(deliveryDate)}</Fact>
        ) : (
          <>
            <Fact term="Delivery date">{formatDay(deliveryDate)}</Fact>
            <Fact term="Last day">{formatDay(endDate)}</Fact>
          </>
        )}
        <Fact term="Deposit paid">{formatUsd(depositAmount)}</Fact>
        {contact && (
          <>
            <Fact term="Delivery address">
              <bdi>{addressText(contact)}</bdi>
            </Fact>
            <Fact term="Confirmation e-mail">
              <EmailText email={contact.email} />
            </Fact>
          </>
        )}
      </dl>
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
