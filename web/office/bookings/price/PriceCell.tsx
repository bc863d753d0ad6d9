import { lazy, Suspense, startTransition, useEffect, useRef, useState } from 'react';
import type { Booking } from '#contract/staff-bookings.ts';
import { formatUsd } from '#domain/shared/money.ts';
import { LINK_BUTTON_CLASS } from '#web/kit/table/RowButton.tsx';
import { priceText } from '#web/office/bookings/words.ts';

const loadEditor = () => import('./PriceEditor.tsx');
const PriceEditor = lazy(async () => ({ default: (await loadEditor()).PriceEditor }));

/** Deposit and final price. The editor replaces them; its script is loaded with the first use. */
export function PriceCell({ booking, mayPrice }: { booking: Booking; mayPrice: boolean }) {
  const { id, depositAmount, expectedTotal, finalPrice } = booking;
  // Two lines, for rows of 44 px: the expected price stands for the final one until that is set.
  const isExpected = finalPrice === null && expectedTotal !== null;
  const edit = useRef<HTMLButtonElement>(null);
  const [isEditing, setEditing] = useState(false);
  const givesBack = useRef(false);
  useEffect(() => {
    if (!isEditing && givesBack.current) edit.current?.focus();
    givesBack.current = false;
  }, [isEditing]);
  const close = (hadFocus: boolean) => {
    givesBack.current = hadFocus;
    setEditing(false);
  };
  if (isEditing) {
    return (
      <Suspense>
        <PriceEditor booking={booking} onClose={close} />
      </Suspense>
    );
  }
  return (
    <div className="flex items-center gap-1 cards:flex-wrap cards:gap-x-4">
      <dl className="grid min-w-29 grid-cols-[auto_1fr] gap-x-2 whitespace-nowrap rows:@max-[45rem]/list:min-w-0 rows:@max-[45rem]/list:grid-cols-[1fr] rows:@max-[45rem]/list:text-xs">
        <dt className="text-ink-soft rows:@max-[45rem]/list:sr-only">
          {booking.isPaidAtBooking ? 'Paid' : 'Deposit'}
        </dt>
        <dd className="text-right">{formatUsd(depositAmount)}</dd>
        <dt className="text-ink-soft rows:@max-[45rem]/list:sr-only">{isExpected ? 'Expected' : 'Final'}</dt>
        <dd className={`text-right ${finalPrice === null ? 'text-ink-soft' : 'font-semibold'}`}>
          {priceText(finalPrice ?? expectedTotal)}
        </dd>
      </dl>
      {mayPrice && (
        <button
          ref={edit}
          type="button"
          className={LINK_BUTTON_CLASS}
          onPointerEnter={() => void loadEditor().catch(() => undefined)}
          onClick={() => startTransition(() => setEditing(true))}
        >
          Edit <span className="sr-only">the final price of booking #{id}</span>
        </button>
      )}
    </div>
  );
}
