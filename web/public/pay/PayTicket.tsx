import type { PayLinkView } from '#contract/pay-links.ts';
import { formatWeekday } from '#domain/shared/days.ts';
import { formatUsd } from '#domain/shared/money.ts';
import { DumpsterDrawing } from '#web/public/rental/DumpsterDrawing.tsx';
import type { LinkState } from './link-state.ts';

type Props = { view: PayLinkView; state: LinkState };

/** Shows what is paid for, so that the customer recognizes the rental. No name or contact: anyone with the link can see it. */
export function PayTicket({ view, state }: Props) {
  const { amount, businessName, sizeName, sizeMeasures: size, deliveryDate, endDate: lastDay } = view;
  return (
    <section
      aria-label="Payment summary"
      className={`rounded-lg border border-line bg-surface shadow-lift ${state === 'open' ? 'lg:order-last' : 'order-last'}`}
    >
      <div className="flex flex-wrap items-end justify-between gap-4 border-line border-b border-dashed p-5 sm:p-6">
        <div>
          <p className="text-ink-soft text-sm">{amountTerm(state)}</p>
          <p className="font-display font-semibold text-3xl tabular-nums">{formatUsd(amount)}</p>
        </div>
        {size && <DumpsterDrawing size={size} sizes={[size]} className="w-36 max-sm:hidden lg:w-full" />}
      </div>
      <dl className="grid grid-cols-2 gap-x-6 gap-y-4 p-5 sm:p-6">
        <Fact term="Business" value={businessName} isWide />
        <Fact term="Booking" value={`#${view.bookingId}`} isWide />
        <Fact term="Address" value={view.street} isWide />
        <Fact term="Dumpster" value={sizeName} isWide />
        {lastDay === deliveryDate ? (
          <Fact term="Day" value={formatWeekday(deliveryDate)} />
        ) : (
          <>
            <Fact term="First day" value={formatWeekday(deliveryDate)} />
            <Fact term="Last day" value={formatWeekday(lastDay)} />
          </>
        )}
      </dl>
      {view.priceLines.length > 0 && <PriceLines lines={view.priceLines} />}
    </section>
  );
}

function PriceLines({ lines }: { lines: PayLinkView['priceLines'] }) {
  return (
    <div className="border-line border-t p-5 sm:p-6">
      <h2 className="font-semibold text-base">How the amount is calculated</h2>
      <dl className="mt-2 space-y-1 text-sm">
        {lines.map(({ name, value }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: names can repeat, and the lines never move.
          <div key={index} className="flex justify-between gap-4">
            <dt className="wrap-anywhere text-ink-soft">{name}</dt>
            <dd className="tabular-nums">{value}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

function amountTerm(state: LinkState): string {
  if (state === 'paid') return 'Amount paid';
  return state === 'open' || state === 'processing' ? 'Amount due' : 'Amount asked for';
}

function Fact({ term, value, isWide = false }: { term: string; value: string; isWide?: boolean }) {
  return (
    <div className={isWide ? 'lg:col-span-2' : ''}>
      <dt className="text-ink-soft text-sm">{term}</dt>
      <dd className="wrap-anywhere font-semibold">{value}</dd>
    </div>
  );
}
