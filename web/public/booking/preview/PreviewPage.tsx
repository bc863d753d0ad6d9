import { queryOptions, useQuery } from '@tanstack/react-query';
import { createContext, type ReactNode, useContext, useEffect } from 'react';
import { listBlackoutDays } from '#contract/blackout-days.ts';
import { getCatalogDraft } from '#contract/catalog-draft.ts';
import { listCatalogDifferences } from '#contract/catalog-publish.ts';
import { getCatalog } from '#contract/public-catalog.ts';
import { offeredCard } from '#domain/catalog/entries.ts';
import { computePickupDay, lastRentalDay } from '#domain/catalog/rental-days.ts';
import type { Day } from '#domain/shared/days.ts';
import { formatUsd } from '#domain/shared/money.ts';
import { call, errorText, isCode } from '#web/api/call.ts';
import { postPreviewMessage, previewRevision } from '#web/api/draft-preview.ts';
import { showBusiness } from '#web/config.ts';
import { Button, buttonClass } from '#web/kit/ui/Button.tsx';
import { Panel } from '#web/kit/ui/Panel.tsx';
import { LoadingScreen } from '#web/kit/ui/page/LoadingScreen.tsx';
import { showAccent } from '#web/kit/ui/theme/show-accent.ts';
import { PATHS } from '#web/paths.ts';
import { BookingApp } from '#web/public/booking/BookingApp.tsx';
import type { PaymentPart } from '#web/public/booking/payment/PaymentStep.tsx';
import { useCatalog } from '#web/public/rental/catalog-context.ts';
import type { PreviewedDraft } from './draft-days.ts';
import { NOTHING_BOOKED } from './preview-fetch.ts';

type Props = {
  /** Called before the page is shown, which asks for sizes and days of this draft. */
  onDraft: (draft: PreviewedDraft) => void;
};

/** The public page with the draft of the catalog. What prevents the draft from being published is listed instead. */
export function PreviewPage({ onDraft }: Props) {
  const { data, error, refetch, isFetching } = useQuery(previewQuery(onDraft));
  const isSignedOut = isCode(error, 'unauthenticated');
  useEffect(() => {
    if (data) postPreviewMessage({ type: 'draft-preview', revision: data.revision });
  }, [data]);
  useEffect(() => {
    if (isSignedOut) postPreviewMessage({ type: 'draft-preview-signed-out' });
  }, [isSignedOut]);
  if (data)
    return (
      <>
        {data.issues.length > 0 ? (
          <Issues issues={data.issues} />
        ) : (
          <ClosedDays value={data.closedDays}>
            <BookingApp catalog={data.catalog} Payment={PaymentNote} />
          </ClosedDays>
        )}
        <p
          role="note"
          className="sticky bottom-0 z-20 border-signal-line border-t-2 bg-signal-soft px-4 py-2 text-center font-semibold text-on-signal text-sm print:hidden"
        >
          {NOTHING_BOOKED}
        </p>
      </>
    );
  if (isSignedOut)
    return (
      <Message
        title="Your session has ended"
        actions={
          <a href={PATHS.adminLogin} target="_top" className={buttonClass('primary')}>
            Log in
          </a>
        }
      >
        Log in to see the preview of the draft.
      </Message>
    );
  if (error)
    return (
      <Message
        title="The draft could not be loaded"
        actions={
          <Button disabled={isFetching} onClick={() => void refetch()}>
            Try again
          </Button>
        }
      >
        {errorText(error, 'The server did not answer. Check your connection, then try again.')}
      </Message>
    );
  return <LoadingScreen>Loading the preview...</LoadingScreen>;
}

/** Read once: the page must not change under the owner. The settings around it offer to load it again. */
function previewQuery(onDraft: Props['onDraft']) {
  return queryOptions({
    queryKey: [getCatalogDraft.name],
    queryFn: () => loadPreview(onDraft),
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
  });
}

async function loadPreview(onDraft: Props['onDraft']) {
  const [draft, { issues }, published, closed] = await Promise.all([
    call(getCatalogDraft),
    call(listCatalogDifferences),
    call(getCatalog, { cache: 'reload' }),
    call(listBlackoutDays, { query: {} }),
  ]);
  const catalog = {
    ...published,
    ...offeredCard(draft.sections),
    version: draft.id ?? draft.publishedId,
  };
  const units = Object.fromEntries(
    Object.entries(draft.usage.dumpsterSizes).map(([id, size]) => [id, size.units]),
  );
  showBusiness(catalog);
  document.title = `Preview of the draft | ${catalog.business.name}`;
  showAccent(catalog.business.accent);
  const closedDays = new Set(closed.map(({ day }) => day));
  onDraft({ catalog, units, closedDays });
  return { catalog, closedDays, issues, revision: previewRevision(draft) };
}

function Issues({ issues }: { issues: { path: string; message: string }[] }) {
  return (
    <Message title="This draft cannot be shown yet">
      <p>Correct this in the settings first; it also prevents the draft from being published:</p>
      <ul className="list-disc space-y-1 pl-5 text-ink">
        {issues.map(({ path, message }) => (
          <li key={`${path} ${message}`} className="wrap-anywhere">
            {message}
          </li>
        ))}
      </ul>
    </Message>
  );
}

function Message({ title, actions, children }: { title: string; actions?: ReactNode; children: ReactNode }) {
  return (
    <main id="main" className="page py-10">
      <h1 className="sr-only">Preview of the draft</h1>
      <Panel title={title} takesFocus actions={actions}>
        {children}
      </Panel>
    </main>
  );
}

const ClosedDays = createContext<ReadonlySet<Day>>(new Set());

/** In place of the card form, with the day of the pickup that a checkout would reserve. */
const PaymentNote: PaymentPart = ({ booking, dispatch, onPickupDay }) => {
  const { dueNow, dueLater } = booking.price.quote;
  const lastDay = lastRentalDay(booking, booking.deliveryDate);
  const pickupDay = computePickupDay(useCatalog().calendar, useContext(ClosedDays), lastDay);
  useEffect(() => onPickupDay(pickupDay > lastDay ? pickupDay : null), [pickupDay, lastDay, onPickupDay]);
  return (
    <Panel
      title="Customers pay here"
      actions={
        <Button variant="secondary" onClick={() => dispatch({ type: 'backToDetails' })}>
          Back to Customer Details
        </Button>
      }
    >
      <p>
        They would pay {formatUsd(dueNow)} now by card
        {dueLater > 0 && `, and ${formatUsd(dueLater)} at the end of the rental`}.
      </p>
      <p>{NOTHING_BOOKED}, and no card is asked for.</p>
    </Panel>
  );
};
