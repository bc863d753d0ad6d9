import { CallError } from '#web/api/call.ts';
import { failureWords } from '#web/api/failure-words.ts';
import { Button, buttonClass } from '#web/ui/Button.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { PageHeading } from '#web/ui/PageHeading.tsx';
import { BackToBookings } from './BackToBookings.tsx';

type Props =
  | { status: 404 }
  /** Why it could not be read: only some reasons are final. */
  | { error: Error; isTrying: boolean; onRetry: () => void };

/** SPEC 8: whatever keeps a booking from being shown. What may pass can be tried again. */
export function BookingNotFound(props: Props) {
  const failure = 'error' in props ? props : null;
  const status = failure ? statusOf(failure.error) : 404;
  const isFinal = status === 404;
  return (
    <section className="mx-auto max-w-xl rounded-lg border border-line bg-surface p-5 shadow-lift sm:p-7">
      <div className="flex items-center gap-3">
        <Icon name="warning" className="size-6 text-danger" />
        <PageHeading title="Booking Not Found" className="text-xl" />
      </div>
      <div role="alert" className="mt-3 space-y-2 text-ink-soft">
        <p>Failed to get booking: {status ?? 'no answer'}</p>
        <p>
          {isFinal
            ? 'There is no booking at this address. Perhaps its number was mistyped.'
            : failureWords(failure?.error, 'The server did not answer. Check your connection.')}
        </p>
      </div>
      <div className="mt-6 flex flex-wrap gap-3">
        {failure && !isFinal && (
          <Button onClick={failure.onRetry} aria-disabled={failure.isTrying}>
            {failure.isTrying ? 'Trying again...' : 'Retry'}
          </Button>
        )}
        <BackToBookings className={buttonClass(failure && !isFinal ? 'secondary' : 'primary')}>
          Back to Bookings
        </BackToBookings>
      </div>
    </section>
  );
}

function statusOf(error: Error): number | null {
  return error instanceof CallError ? error.status : null;
}
