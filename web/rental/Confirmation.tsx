import { type ComponentType, lazy, Suspense, useState } from 'react';
import { site } from '#web/config.ts';
import type { Receipt } from '#web/rental/kept-receipts.ts';
import { ReceiptCard } from '#web/rental/ReceiptCard.tsx';
import { CallUs } from '#web/ui/CallUs.tsx';

type Props = { receipt: Receipt; isNumberComing?: boolean };

let loadedNextSteps: ComponentType<Props> | null = null;

async function loadNextSteps() {
  const { NextSteps } = await import('#web/rental/NextSteps.tsx');
  loadedNextSteps = NextSteps;
  return { default: NextSteps };
}

/** Fetched while the customer pays, so that the confirmation is complete at once. */
export function preloadConfirmation(): void {
  loadNextSteps().catch(() => {});
}

/** A paid booking is confirmed even where the rest of its page does not load. */
const LazyNextSteps = lazy(() => loadNextSteps().catch(() => ({ default: Questions })));

/** What a customer gets to know once the deposit is paid, below the page's heading. */
export function Confirmation({ receipt, isNumberComing = false }: Props) {
  // Once loaded it is drawn with the rest: added a moment later, it would move what is below.
  const [NextSteps] = useState<ComponentType<Props>>(() => loadedNextSteps ?? LazyNextSteps);
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
        <ReceiptCard receipt={receipt} isNumberComing={isNumberComing} />
      </div>
      <p role="status" className="mt-4 min-h-6 text-ink-soft">
        {receipt.id === null ? whileNumberComes(isNumberComing) : MAIL_FOLLOWS}
      </p>
      <Suspense>
        <NextSteps receipt={receipt} />
      </Suspense>
    </>
  );
}

function whileNumberComes(isComing: boolean): string {
  return isComing ? 'Fetching your booking number...' : NUMBER_FOLLOWS;
}

/** True of every booking that has a number. */
const MAIL_FOLLOWS = 'A confirmation is on its way to you by e-mail.';
const NUMBER_FOLLOWS =
  'Your payment went through. We are still writing your booking down: you need not do anything.';

function Questions(_props: Props) {
  return (
    <div className="mt-2">
      <CallUs before="Questions?" />
    </div>
  );
}
