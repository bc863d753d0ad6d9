import { createPortal } from 'react-dom';
import { useNews } from './live-store.ts';

/** On the page of a booking: what another person changed just now. Screen readers read it when it appears. */
export function LiveNews({ bookingId }: { bookingId: number }) {
  const text = useNews(bookingId);
  const dialog = text && document.querySelector('dialog[open] [data-dialog-buttons]');
  return (
    <>
      <p role="status" className="mt-4 empty:hidden">
        {text && <News>{text}</News>}
      </p>
      {/* An open dialog covers the page. */}
      {dialog &&
        createPortal(
          <p role="alert" className="order-first basis-full">
            <News>{text}</News>
          </p>,
          dialog,
        )}
    </>
  );
}

function News({ children }: { children: string }) {
  return (
    <bdi className="wrap-anywhere inline-block rounded-md border border-signal-line bg-signal-soft px-3 py-2 text-sm">
      {children}
    </bdi>
  );
}
