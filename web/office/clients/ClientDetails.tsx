import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Client } from '#contract/clients.ts';
import { formatDay } from '#domain/shared/days.ts';
import { formatCount } from '#domain/shared/text.ts';
import { bookingTextsQuery } from '#web/api/texts.ts';
import { BookAgainLink } from '#web/kit/table/BookAgainLink.tsx';
import { useMayBook } from '#web/kit/table/NewBookingLink.tsx';
import { RowButton } from '#web/kit/table/RowButton.tsx';
import { consentText, textStateText } from '#web/kit/table/text-state.ts';
import { Button } from '#web/kit/ui/Button.tsx';
import { customerFullName } from '#web/kit/ui/names.ts';
import { ClientFact, ContactFacts } from './ContactFacts.tsx';
import { MergedKeys } from './MergedKeys.tsx';
import { RECENT_COUNT, RecentBookings } from './RecentBookings.tsx';
import { bookingsText, isUpcoming, rentalText } from './words.ts';

type Props = {
  client: Client;
  onHistory: () => void;
  onMerge: () => void;
  onSeparate: (key: string) => void;
};

/** The details of an opened row. */
export function ClientDetails({ client, onHistory, onMerge, onSeparate }: Props) {
  const mayChange = useMayBook();
  const { key, totalBookings, firstBookingDate, lastBooking, pastBooking } = client;
  return (
    <div className="grid gap-x-8 gap-y-5 md:grid-cols-[minmax(0,1fr)_minmax(0,1fr)] lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)_minmax(0,4fr)]">
      <Part title="Contact">
        <dl className="space-y-2">
          <ContactFacts client={client} />
          <ClientTexts bookingId={client.lastBooking.id} />
        </dl>
        <div className="mt-3 flex flex-wrap gap-2">
          <BookAgainLink person={client} />
          {mayChange && (
            <Button variant="secondary" onClick={onMerge}>
              Merge with another client{' '}
              <span className="sr-only">
                for <bdi>{customerFullName(client)}</bdi>
              </span>
            </Button>
          )}
        </div>
        <MergedKeys client={client} onSeparate={mayChange ? onSeparate : null} />
      </Part>
      <Part title="Summary">
        <dl className="space-y-2 tabular-nums">
          <ClientFact name="Total bookings">{formatCount(totalBookings)}</ClientFact>
          <ClientFact name="First booking">{formatDay(firstBookingDate)}</ClientFact>
          <ClientFact name="Last booking">{pastBooking ? rentalText(pastBooking) : 'None yet'}</ClientFact>
          {isUpcoming(lastBooking, pastBooking) && (
            <ClientFact name="Upcoming booking">{rentalText(lastBooking)}</ClientFact>
          )}
        </dl>
      </Part>
      <div className="min-w-0 md:col-span-2 lg:col-span-1">
        <Part title="Recent bookings">
          <RecentBookings clientKey={key} count={totalBookings} />
          {totalBookings > RECENT_COUNT && (
            <RowButton className="mt-3 max-md:w-full" onClick={onHistory}>
              View all {bookingsText(totalBookings)}{' '}
              <span className="sr-only">
                of <bdi>{customerFullName(client)}</bdi>
              </span>
            </RowButton>
          )}
        </Part>
      </div>
    </div>
  );
}

/** Whether the client gets texts, by the latest booking, and whether e-mails come back. Empty while it loads. */
function ClientTexts({ bookingId }: { bookingId: number }) {
  const { data, error } = useQuery(bookingTextsQuery(bookingId));
  if (error) return <ClientFact name="Text messages">Could not be loaded</ClientFact>;
  if (!data) return null;
  const { consent, bounce } = data;
  return (
    <>
      {bounce && (
        <ClientFact name="E-mail delivery">
          <span className="text-danger">E-mails come back: {bounce.reason}</span>
        </ClientFact>
      )}
      <ClientFact name={`Text messages, by booking #${bookingId}`}>
        {textStateText(data)}
        {consent && <span className="block text-ink-soft text-sm">{consentText(consent)}</span>}
      </ClientFact>
    </>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="min-w-0">
      <h2 className="mb-2 text-base">{title}</h2>
      {children}
    </section>
  );
}
