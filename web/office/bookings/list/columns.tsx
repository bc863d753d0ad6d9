import { Link, useLocation } from 'react-router';
import type { Booking } from '#contract/staff-bookings.ts';
import { ATTENTION_LABELS, type AttentionReason, BOOKING_STATUS_LABELS } from '#domain/rental/bookings.ts';
import type { WorkWithAmount } from '#domain/rental/work-lists.ts';
import { formatDay } from '#domain/shared/days.ts';
import { formatUsd } from '#domain/shared/money.ts';
import { versionedRow } from '#web/api/bookings.ts';
import type { ListOrigin } from '#web/kit/table/BackToList.tsx';
import type { Column } from '#web/kit/table/column.ts';
import { LINK_BUTTON_CLASS } from '#web/kit/table/RowButton.tsx';
import { PhoneLink } from '#web/kit/ui/ContactLinks.tsx';
import { lazyDialog } from '#web/kit/ui/dialog/lazy-dialog.tsx';
import { EmailText } from '#web/kit/ui/EmailText.tsx';
import { Drawing, Icon } from '#web/kit/ui/Icon.tsx';
import { addressText, customerFullName } from '#web/kit/ui/names.ts';
import { PaymentBadge, SiteBadge, StatusBadge } from '#web/kit/ui/StatusBadge.tsx';
import { CopyAddress } from '#web/office/bookings/CopyAddress.tsx';
import { PriceCell } from '#web/office/bookings/price/PriceCell.tsx';
import { isConfirmationEmailed, StatusMenu } from '#web/office/bookings/status/StatusMenu.tsx';
import { useStatusChange } from '#web/office/bookings/status/use-status-change.ts';
import { bookingPath } from '#web/paths.ts';
import { type OpenRowDialog, RowMenu } from './RowMenu.tsx';

const ReopenDialog = lazyDialog(
  async () => (await import('#web/office/bookings/status/ReopenDialog.tsx')).ReopenDialog,
);

const BookingConflictDialog = lazyDialog(
  async () => (await import('#web/office/bookings/BookingConflict.tsx')).BookingConflictDialog,
);

const PickedUpDialog = lazyDialog(
  async () => (await import('#web/office/bookings/status/PickedUpDialog.tsx')).PickedUpDialog,
);

type Options = {
  mayWrite: boolean;
  /** May set the final price. */
  mayPrice: boolean;
  /** The work list whose amounts and their age are shown at first. */
  amount: WorkWithAmount | null;
  onVisit: (booking: Booking) => void;
  onOpen: OpenRowDialog;
};

/** One line that takes the width of its column and does not widen it. */
const FILLS = 'rows:w-0 rows:min-w-full rows:truncate';
/** One line that is as wide as its text, up to a limit. */
const SHORT = 'block rows:max-w-36 rows:truncate';

/** Without the right to change a value, it is text. While a booking is being cancelled, so is its status. */
export function bookingColumns({ mayWrite, mayPrice, amount, onVisit, onOpen }: Options): Column<Booking>[] {
  return [
    {
      field: 'id',
      header: 'ID',
      sortKey: 'id',
      sortsFirst: 'desc',
      card: 'title',
      className: 'whitespace-nowrap tabular-nums cards:font-semibold cards:text-base',
      cell: ({ id }) => <BookingLink id={id} />,
    },
    {
      field: 'customer',
      header: 'Customer',
      sortKey: 'customer',
      className: 'rows:min-w-36 rows:w-1/4 rows:in-data-wide:min-w-44',
      cell: (booking) => (
        <>
          {/* A narrow list wraps it instead of cutting it; a wide one keeps rows of 44 px. */}
          <span
            title={customerFullName(booking)}
            className="wrap-anywhere block font-semibold leading-tight rows:@min-[59rem]/list:w-0 rows:@min-[59rem]/list:min-w-full rows:@min-[59rem]/list:truncate"
          >
            <bdi>{customerFullName(booking)}</bdi>
          </span>
          <span
            title={booking.email ?? undefined}
            className={`block text-ink-soft text-xs ${FILLS} rows:[&_wbr]:hidden`}
          >
            {booking.email === null ? 'No e-mail' : <EmailText email={booking.email} />}
          </span>
        </>
      ),
    },
    {
      field: 'phone',
      header: 'Phone',
      choice: 'hidden',
      className: 'whitespace-nowrap tabular-nums',
      cell: ({ phoneDisplay }) => <PhoneLink phone={phoneDisplay} />,
    },
    {
      field: 'address',
      header: 'Address',
      choice: 'hidden',
      className: 'rows:min-w-36',
      cell: (booking) => <bdi className="wrap-break-word text-sm">{addressText(booking)}</bdi>,
    },
    {
      field: 'city',
      header: 'City',
      sortKey: 'city',
      choice: 'hidden',
      cell: ({ city, state }) => (
        <span title={`${city}, ${state}`} className={SHORT}>
          <bdi>{city}</bdi>, {state}
        </span>
      ),
    },
    {
      field: 'rentalType',
      header: 'Rental Type',
      choice: 'shown',
      sortKey: 'rentalType',
      cell: ({ rentalLabel, sizeName }) => (
        <>
          <span title={rentalLabel} className={SHORT}>
            {rentalLabel}
          </span>
          <span title={sizeName} className={`text-ink-soft text-xs ${SHORT}`}>
            {sizeName}
          </span>
        </>
      ),
    },
    {
      field: 'deliveryDate',
      header: 'Delivery Date',
      sortKey: 'deliveryDate',
      sortsFirst: 'desc',
      className: 'whitespace-nowrap tabular-nums',
      cell: ({ deliveryDate, endDate }) => (
        <>
          <span className="block">{formatDay(deliveryDate)}</span>
          {endDate !== deliveryDate && (
            <span className="block text-ink-soft text-xs">to {formatDay(endDate)}</span>
          )}
        </>
      ),
    },
    {
      field: 'endDate',
      header: 'Last Day',
      sortKey: 'endDate',
      sortsFirst: 'desc',
      choice: 'hidden',
      className: 'whitespace-nowrap tabular-nums',
      cell: ({ endDate }) => formatDay(endDate),
    },
    {
      field: 'unit',
      header: 'Unit',
      choice: 'hidden',
      cell: ({ units }) => {
        const numbers = units.map(({ number }) => number).join(', ');
        return numbers === '' ? (
          'None'
        ) : (
          <span title={numbers} className={SHORT}>
            <bdi>{numbers}</bdi>
          </span>
        );
      },
    },
    {
      field: 'status',
      header: 'Status',
      sortKey: 'status',
      cell: (booking) => (
        <span className="flex flex-wrap items-center gap-1.5 rows:flex-nowrap">
          {mayWrite && !booking.isCancelling ? (
            <StatusCell booking={booking} onOpen={onOpen} />
          ) : (
            <StatusBadge {...booking} />
          )}
          <SiteBadge {...booking} isShort />
          {booking.paymentStatus === 'unpaid' && booking.status !== 'cancelled' && (
            <PaymentBadge status="unpaid" />
          )}
          {booking.attention.map((reason) => (
            <AttentionBadge key={reason} reason={reason} />
          ))}
        </span>
      ),
    },
    {
      field: 'pricing',
      header: 'Pricing',
      sortKey: 'finalPrice',
      sortsFirst: 'desc',
      className: 'tabular-nums',
      cell: (booking) => <PriceCell booking={booking} mayPrice={mayPrice} />,
    },
    {
      field: 'balanceDue',
      header: 'Balance Due',
      sortKey: 'balanceDue',
      sortsFirst: 'desc',
      choice: amount === 'balance_due' ? 'shown' : 'hidden',
      align: 'end',
      cell: ({ balanceDue }) => formatUsd(balanceDue),
    },
    {
      field: 'dueLater',
      header: 'Due Later',
      choice: amount === 'unpriced' ? 'shown' : 'hidden',
      align: 'end',
      cell: ({ dueLater }) => (dueLater === null ? 'Dump fees' : formatUsd(dueLater)),
    },
    {
      field: 'daysDue',
      header: 'Age',
      choice: amount ? 'shown' : 'hidden',
      align: 'end',
      className: 'whitespace-nowrap',
      cell: ({ daysDue }) => (daysDue === 1 ? '1 day' : `${daysDue} days`),
    },
    {
      field: 'actions',
      header: 'Actions',
      choice: 'shown',
      card: 'actions',
      cell: (booking) => <RowActions booking={booking} onVisit={onVisit} onOpen={onOpen} />,
    },
  ];
}

/** Says that staff must check a booking, and why. */
function AttentionBadge({ reason }: { reason: AttentionReason }) {
  return (
    <span
      title={ATTENTION_LABELS[reason]}
      className="inline-flex items-center gap-1.5 whitespace-nowrap rounded-sm border border-danger-line bg-danger-soft px-2 py-0.5 font-semibold text-danger text-xs rows:p-1"
    >
      <Icon name="warning" className="size-3.5" />
      <span className="rows:sr-only">{ATTENTION_LABELS[reason]}</span>
    </span>
  );
}

/** Sets the status from the list. If-Match is the version of the row. */
function StatusCell({ booking, onOpen }: { booking: Booking; onOpen: OpenRowDialog }) {
  const read = versionedRow(booking);
  const { saving, status, pick, asked, warned } = useStatusChange(read);
  return (
    <>
      <StatusMenu
        bookingId={booking.id}
        status={status}
        canEmail={isConfirmationEmailed(booking)}
        isPending={saving.isPending}
        onPick={(picked) =>
          picked.status === 'cancelled' ? onOpen(booking, { dialog: 'cancel' }) : pick(picked)
        }
        className="min-w-34 rows:@max-[66rem]/list:min-w-28 rows:@max-[45rem]/list:min-w-26"
      />
      {asked && <PickedUpDialog bookingId={booking.id} {...asked} />}
      {warned && <ReopenDialog bookingId={booking.id} {...warned} />}
      {saving.conflict && (
        <BookingConflictDialog
          read={read}
          saving={saving}
          input={{ field: 'status', text: BOOKING_STATUS_LABELS[status] }}
          onDiscard={saving.discard}
        />
      )}
    </>
  );
}

const DETAILS = 'M5 4h14v16H5zm3.5 5h7m-7 3.5h7m-7 3.5h4';

/** The link of the row's title; the row itself is not one for screen readers and new tabs. */
function BookingLink({ id }: { id: number }) {
  const { search } = useLocation();
  const state: ListOrigin = { list: search };
  return (
    <Link to={bookingPath(id)} state={state} className="text-brand underline-offset-4 hover:underline">
      #{id}
    </Link>
  );
}

type RowActionsProps = Pick<Options, 'onVisit' | 'onOpen'> & { booking: Booking };

function RowActions({ booking, onVisit, onOpen }: RowActionsProps) {
  const { search } = useLocation();
  const state: ListOrigin = { list: search };
  const of = <span className="sr-only">of booking #{booking.id}</span>;
  return (
    <span className="flex items-center cards:flex-wrap cards:gap-2 cards:[&>*:not(:last-child)]:flex-1 cards:[&_svg]:hidden rows:-ml-1 rows:*:px-1 rows:*:text-[0px]">
      <CopyAddress address={addressText(booking)} className={LINK_BUTTON_CLASS}>
        {of}
      </CopyAddress>
      <Link to={bookingPath(booking.id)} state={state} title="View Details" className={LINK_BUTTON_CLASS}>
        <Drawing d={DETAILS} className="size-4" />
        View Details {of}
      </Link>
      <RowMenu booking={booking} onVisit={onVisit} onOpen={onOpen} />
    </span>
  );
}
