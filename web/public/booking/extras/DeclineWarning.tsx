import { MAX_FAILED_ATTEMPTS } from '#domain/rental/hold.ts';
import { CallUs } from '#web/kit/ui/ContactLinks.tsx';
import { Notice } from '#web/kit/ui/Notice.tsx';

/** Before the last attempt: what another declined card leads to. */
export function DeclineWarning() {
  return (
    <Notice variant="attention" role="alert" className="mt-5">
      <p>
        {MAX_FAILED_ATTEMPTS - 1} payments were declined. If the next one is declined, too, your dumpster is
        no longer held, and online booking is paused for up to one hour.
      </p>
      <CallUs before="Ask your bank first, or book by phone." />
    </Notice>
  );
}
