import type { Client } from '#contract/clients.ts';
import { formatDay } from '#domain/shared/days.ts';
import { formatCount } from '#domain/shared/text.ts';
import type { Column } from '#web/kit/table/column.ts';
import { RowButton } from '#web/kit/table/RowButton.tsx';
import { PhoneLink } from '#web/kit/ui/ContactLinks.tsx';
import { EmailText } from '#web/kit/ui/EmailText.tsx';
import { customerFullName } from '#web/kit/ui/names.ts';
import { isUpcoming } from './words.ts';

export function clientColumns(onHistory: (client: Client) => void): Column<Client>[] {
  return [
    {
      field: 'name',
      header: 'Client Name',
      sortKey: 'name',
      card: 'title',
      className: 'rows:min-w-32 rows:@max-[45rem]/list:min-w-24 rows:@min-[58rem]/list:w-1/4 cards:text-base',
      cell: (client) => <bdi className="font-semibold">{customerFullName(client)}</bdi>,
    },
    {
      field: 'contact',
      header: 'Contact Info',
      className: 'rows:min-w-36 rows:@max-[45rem]/list:min-w-32 rows:@min-[58rem]/list:w-1/4',
      cell: ({ email, phoneDisplay }) => (
        <>
          <span className="block">{email === null ? 'No e-mail' : <EmailText email={email} />}</span>
          <span className="block text-xs tabular-nums">
            <PhoneLink phone={phoneDisplay} />
          </span>
        </>
      ),
    },
    {
      field: 'location',
      header: 'Location',
      sortKey: 'city',
      className: 'rows:min-w-24 rows:@max-[45rem]/list:min-w-20',
      cell: ({ city, state }) => (
        <>
          <bdi>{city}</bdi>, {state}
        </>
      ),
    },
    {
      field: 'totalBookings',
      header: 'Bookings',
      sortKey: 'totalBookings',
      sortsFirst: 'desc',
      align: 'end',
      cell: ({ totalBookings }) => formatCount(totalBookings),
    },
    {
      field: 'lastBooking',
      header: 'Last Booking',
      sortKey: 'lastBooking',
      sortsFirst: 'desc',
      className: 'whitespace-nowrap tabular-nums',
      cell: ({ lastBooking, pastBooking }) => (
        <>
          <span className="block">{pastBooking ? formatDay(pastBooking.deliveryDate) : 'None yet'}</span>
          {pastBooking && <span className="block text-ink-soft text-xs">{pastBooking.rentalLabel}</span>}
          {isUpcoming(lastBooking, pastBooking) && (
            <span className="block text-xs">Upcoming: {formatDay(lastBooking.deliveryDate)}</span>
          )}
        </>
      ),
    },
    {
      field: 'actions',
      header: 'Actions',
      card: 'actions',
      cell: (client) => (
        <RowButton className="cards:w-full" onClick={() => onHistory(client)}>
          View History{' '}
          <span className="sr-only">
            of <bdi>{customerFullName(client)}</bdi>
          </span>
        </RowButton>
      ),
    },
  ];
}
