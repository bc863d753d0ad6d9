import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { BookingTexts } from '#contract/texts.ts';
import { NOTIFICATION_LABELS } from '#domain/shared/notifications.ts';
import { TEXT_STATUS_LABELS } from '#domain/shared/texts.ts';
import { bookingTextsQuery } from '#web/api/texts.ts';
import { site } from '#web/config.ts';
import { momentText } from '#web/kit/dates/moment.ts';
import { LoadFailure } from '#web/kit/table/LoadFailure.tsx';
import { RowButton } from '#web/kit/table/RowButton.tsx';
import { consentText, textStateText } from '#web/kit/table/text-state.ts';
import { Card } from '#web/kit/ui/Card.tsx';
import { lazyDialog } from '#web/kit/ui/dialog/lazy-dialog.tsx';
import { Notice } from '#web/kit/ui/Notice.tsx';
import { useMayWrite } from '#web/office/bookings/use-may.ts';

const ConsentDialog = lazyDialog(async () => (await import('./ConsentDialog.tsx')).ConsentDialog);

type Props = { bookingId: number; email: string | null };

/** The customer's consent to texts, the texts of the booking with what became of them, and an e-mail address that bounces. */
export function TextsCard({ bookingId, email }: Props) {
  const { data, error, isFetching, refetch } = useQuery(bookingTextsQuery(bookingId));
  const [asks, setAsks] = useState<boolean | null>(null);
  const mayWrite = useMayWrite();
  return (
    <Card title="Text Messages" action={data && mayWrite && <ConsentButton texts={data} onAsk={setAsks} />}>
      {data?.bounce && <BounceNotice bounce={data.bounce} email={email} />}
      {data && <Consent texts={data} />}
      {data && <History texts={data} />}
      {!data && error && (
        <LoadFailure
          failed="The text messages could not be loaded."
          error={error}
          isFetching={isFetching}
          onRetry={() => void refetch()}
        />
      )}
      {!data && !error && (
        <div role="status">
          <span className="sr-only">Loading the text messages...</span>
          <div aria-hidden="true" className="h-12 animate-pulse rounded-md bg-sunk" />
        </div>
      )}
      {asks !== null && <ConsentDialog bookingId={bookingId} isGiven={asks} onClose={() => setAsks(null)} />}
    </Card>
  );
}

function ConsentButton({ texts, onAsk }: { texts: BookingTexts; onAsk: (isGiven: boolean) => void }) {
  const { state, isOffered } = texts;
  if (texts.consent?.isGiven) return <RowButton onClick={() => onAsk(false)}>End consent</RowButton>;
  if (!isOffered || state === 'no_number') return null;
  return <RowButton onClick={() => onAsk(true)}>Record consent</RowButton>;
}

function BounceNotice({
  bounce,
  email,
}: {
  bounce: NonNullable<BookingTexts['bounce']>;
  email: string | null;
}) {
  return (
    <Notice variant="danger" className="mb-3">
      <p className="wrap-anywhere font-semibold">E-mails to {email ?? 'the customer'} come back</p>
      <p className="wrap-anywhere text-sm">
        {momentText(bounce.bouncedAt, site.timeZone)}: {bounce.reason}. Call the customer, and correct the
        address with Edit details.
      </p>
    </Notice>
  );
}

function Consent({ texts }: { texts: BookingTexts }) {
  const { consent } = texts;
  return (
    <>
      <p className="font-semibold">{textStateText(texts)}</p>
      {consent && <p className="wrap-anywhere text-ink-soft text-sm">{consentText(consent)}</p>}
      {consent?.wording && (
        <details className="text-sm">
          <summary className="touch py-1.5 text-brand">What the customer agreed to</summary>
          <p className="wrap-anywhere max-w-prose text-ink-soft">{consent.wording}</p>
        </details>
      )}
    </>
  );
}

function History({ texts: { messages, replies } }: { texts: BookingTexts }) {
  const lines = [
    ...messages.map(({ id, kind, body, status, reason, createdAt }) => ({
      id,
      body,
      at: createdAt,
      isFailed: reason !== null,
      title: `${NOTIFICATION_LABELS[kind]}: ${TEXT_STATUS_LABELS[status]}${reason === null ? '' : `. ${reason}`}`,
    })),
    ...replies.map(({ id, body, receivedAt }) => ({
      id,
      body,
      at: receivedAt,
      isFailed: false,
      title: 'From the customer',
    })),
  ].sort((a, b) => b.at.localeCompare(a.at));
  if (lines.length === 0) return null;
  return (
    <ul className="mt-3 divide-y divide-line border-line border-t">
      {lines.map(({ id, title, body, at, isFailed }) => (
        <li key={id} className="py-2.5 last:pb-0">
          <p className="flex flex-wrap justify-between gap-x-4 text-sm">
            <span className={`wrap-anywhere font-semibold ${isFailed ? 'text-danger' : ''}`}>{title}</span>
            <time dateTime={at} className="text-ink-soft">
              {momentText(at, site.timeZone)}
            </time>
          </p>
          <p dir="auto" className="wrap-anywhere max-w-prose whitespace-pre-line text-sm">
            {body}
          </p>
        </li>
      ))}
    </ul>
  );
}
