import { type ComponentType, lazy, type ReactNode, Suspense, useState } from 'react';
import { formatDay } from '#domain/days.ts';
import { formatUsd } from '#domain/money.ts';
import { site } from '#web/config.ts';
import { DumpsterDrawing } from '#web/rental/DumpsterDrawing.tsx';
import { CallUs, EmailText } from '#web/ui/ContactLinks.tsx';
import { addressText } from '#web/ui/names.ts';
import type { Receipt } from './stored-receipts.ts';

type Props = { receipt: Receipt; isNumberPending?: boolean };

let loadedNextSteps: ComponentType<Props> | null = null;

async function loadNextSteps() {
  const { NextSteps } = await import('#web/rental/NextSteps.tsx');
  loadedNextSteps = NextSteps;
  return { default: NextSteps };
}

/** Loads the next steps while the customer pays, so that the confirmation appears complete. */
export function preloadConfirmation(): void {
  loadNextSteps().catch(() => {});
}

/** If the next steps do not load, the confirmation is still shown. */
const LazyNextSteps = lazy(() => loadNextSteps().catch(() => ({ default: Questions })));

/** The content of the confirmation, below the page's heading. */
export function Confirmation({ receipt, isNumberPending = false }: Props) {
  // If loaded, it renders with the rest. Rendered later, it would shift the content below.
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
        <ReceiptCard receipt={receipt} isNumberPending={isNumberPending} />
      </div>
      <p role="status" className="mt-4 min-h-6 text-ink-soft">
        {receipt.id === null ? numberStatusText(isNumberPending) : EMAIL_ON_ITS_WAY}
      </p>
      <Suspense>
        <NextSteps receipt={receipt} />
      </Suspense>
    </>
  );
}

function numberStatusText(isComing: boolean): string {
  return isComing ? 'Fetching your booking number...' : NUMBER_TO_FOLLOW;
}

/** True for every booking with a number. */
const EMAIL_ON_ITS_WAY = 'A confirmation is on its way to you by e-mail.';
const NUMBER_TO_FOLLOW =
  'Your payment went through. We are still creating your booking: you do not need to do anything.';

function Questions(_props: Props) {
  return (
    <div className="mt-2">
      <CallUs before="Questions?" />
    </div>
  );
}

type ReceiptCardProps = { receipt: Receipt; isNumberPending?: boolean };

/** A paid booking, styled as a weighbridge ticket. */
function ReceiptCard({ receipt, isNumberPending = false }: ReceiptCardProps) {
  const { id, rentalTitle, dumpsterType, sizeName, materialName, depositAmount, contact } = receipt;
  const { deliveryDate, endDate, pickupDay } = receipt;
  return (
    <section
      aria-label="Booking summary"
      className="rounded-lg border border-line bg-surface shadow-lift print:shadow-none"
    >
      <div className="flex flex-wrap items-end justify-between gap-4 border-line border-b border-dashed p-5 sm:p-7">
        <div>
          <p className="text-ink-soft text-sm">Booking</p>
          <p className="font-display font-semibold text-3xl">{numberText(id, isNumberPending)}</p>
        </div>
        <DumpsterDrawing type={dumpsterType} className="w-52" />
      </div>
      <dl className="grid gap-x-8 gap-y-4 p-5 sm:grid-cols-2 sm:p-7">
        <Fact term="Rental">{rentalTitle}</Fact>
        <Fact term="Dumpster">{sizeName}</Fact>
        {materialName !== null && <Fact term="Material">{materialName}</Fact>}
        {pickupDay === deliveryDate ? (
          <Fact term="Delivery and pickup">{formatDay(deliveryDate)}</Fact>
        ) : (
          <>
            <Fact term="Delivery date">{formatDay(deliveryDate)}</Fact>
            <Fact term="Last day">{formatDay(endDate)}</Fact>
          </>
        )}
        {pickupDay !== endDate && <Fact term="Pickup">{formatDay(pickupDay)}</Fact>}
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
