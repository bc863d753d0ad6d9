import { useNews } from './live-store.ts';

/** On the page of a booking: what another person changed just now. Screen readers read it when it appears. */
export function LiveNews({ bookingId }: { bookingId: number }) {
  const text = useNews(bookingId);
  return (
    <p role="status" className="mt-4 empty:hidden">
      {text && (
        <bdi className="wrap-anywhere inline-block rounded-md border border-signal-line bg-signal-soft px-3 py-2 text-sm">
          {text}
        </bdi>
      )}
    </p>
  );
}
