import type { Booking } from '#contract/staff-bookings.ts';
import type { Page } from '#web/api/call.ts';
import { RowButton } from '#web/table/RowButton.tsx';
import { bookingsText } from './words.ts';

type Props = { page: Page<Booking>; onPage: (cursor: string) => void };

/** To the neighbouring pages; nothing where one page holds them all. */
export function HistoryPager({ page, onPage }: Props) {
  const { prev, next, rows, total } = page;
  if (!prev && !next) return null;
  const of = total === '1000+' ? 'over 1,000 bookings' : bookingsText(total);
  return (
    <nav aria-label="Pages of bookings" className="flex flex-wrap items-center justify-between gap-3">
      <p role="status" className="text-ink-soft text-sm tabular-nums">
        Showing {rows.length} of {of}
      </p>
      <div className="flex gap-2">
        <RowButton aria-disabled={!prev} onClick={() => prev && onPage(prev)}>
          Previous
        </RowButton>
        <RowButton aria-disabled={!next} onClick={() => next && onPage(next)}>
          Next
        </RowButton>
      </div>
    </nav>
  );
}
