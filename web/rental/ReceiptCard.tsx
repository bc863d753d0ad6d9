import { formatDay } from '#domain/days.ts';
import { formatUsd } from '#domain/money.ts';
import { type DumpsterType, dumpsterSize, type RentalType, rentalOption } from '#domain/rental.ts';
import { DumpsterDrawing } from '#web/rental/DumpsterDrawing.tsx';

/** A paid booking, in the shape of a weighbridge ticket. */
export type ReceiptFacts = {
  id: number | null;
  rentalType: RentalType;
  dumpsterType: DumpsterType;
  deliveryDate: string;
  endDate: string;
  depositAmount: number;
};

type Props = { receipt: ReceiptFacts; isNumberComing?: boolean };

export function ReceiptCard({ receipt, isNumberComing = false }: Props) {
  const { id, rentalType, dumpsterType, deliveryDate, endDate, depositAmount } = receipt;
  return (
    <section aria-label="Booking summary" className="rounded-lg border border-line bg-surface shadow-lift">
      <div className="flex flex-wrap items-end justify-between gap-4 border-line border-b border-dashed p-5 sm:p-7">
        <div>
          <p className="text-ink-soft text-sm">Booking</p>
          <p className="font-display font-semibold text-3xl">{numberText(id, isNumberComing)}</p>
        </div>
        <DumpsterDrawing type={dumpsterType} className="w-52" />
      </div>
      <dl className="grid gap-x-8 gap-y-4 p-5 sm:grid-cols-2 sm:p-7">
        <Fact term="Rental" value={rentalOption(rentalType).title} />
        <Fact term="Dumpster" value={dumpsterSize(dumpsterType).name} />
        <Fact term="Delivery date" value={formatDay(deliveryDate)} />
        <Fact term="Last day" value={formatDay(endDate)} />
        <Fact term="Deposit paid" value={formatUsd(depositAmount)} />
      </dl>
    </section>
  );
}

function numberText(id: number | null, isComing: boolean): string {
  if (id !== null) return `#${id}`;
  return isComing ? '...' : 'Number to follow';
}

function Fact({ term, value }: { term: string; value: string }) {
  return (
    <div>
      <dt className="text-ink-soft text-sm">{term}</dt>
      <dd className="font-semibold text-lg">{value}</dd>
    </div>
  );
}
