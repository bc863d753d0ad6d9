import { useState } from 'react';
import { Link } from 'react-router';
import type { Booking } from '#contract/staff-bookings.ts';
import type { VersionedBooking } from '#web/api/bookings.ts';
import { RowButton } from '#web/kit/table/RowButton.tsx';
import { Card, Fact, Facts } from '#web/kit/ui/Card.tsx';
import { EmailLink, PhoneLink } from '#web/kit/ui/ContactLinks.tsx';
import { lazyDialog } from '#web/kit/ui/dialog/lazy-dialog.tsx';
import { addressText, customerFullName } from '#web/kit/ui/names.ts';
import { CardSkeletons, DetailColumns } from '#web/kit/ui/page/DetailColumns.tsx';
import { toastNotPossible, useAskedAction } from '#web/office/bookings/asked-action.ts';
import { BookingDialog } from '#web/office/bookings/BookingDialog.tsx';
import { CopyAddress } from '#web/office/bookings/CopyAddress.tsx';
import {
  AddJobMenu,
  ChangeMenu,
  changeMenuId,
  useChangeKeys,
} from '#web/office/bookings/changes/ChangeMenu.tsx';
import { listChangeItems } from '#web/office/bookings/changes/change-items.ts';
import { DumpTicketsCard } from '#web/office/bookings/dump-tickets/DumpTicketsCard.tsx';
import { JobsCard } from '#web/office/bookings/jobs/JobsCard.tsx';
import { MessagesCard } from '#web/office/bookings/messages/MessagesCard.tsx';
import { PaymentsCard } from '#web/office/bookings/payments/PaymentsCard.tsx';
import { ProposedPriceCard } from '#web/office/bookings/price/ProposedPriceCard.tsx';
import { TextsCard } from '#web/office/bookings/texts/TextsCard.tsx';
import { useBookingDialog } from '#web/office/bookings/use-booking-dialog.ts';
import { useMayWrite } from '#web/office/bookings/use-may.ts';
import { BookingRecordsCard } from '#web/office/driver-records/BookingRecordsCard.tsx';
import { termsPath } from '#web/paths.ts';
import { ActionsCard } from './ActionsCard.tsx';
import { AttentionNotice } from './AttentionNotice.tsx';
import { HistoryCard } from './HistoryCard.tsx';
import { PermitCard } from './PermitCard.tsx';
import { PriceCard } from './PriceCard.tsx';
import { RentalCard } from './RentalCard.tsx';

const EditDetailsDialog = lazyDialog(
  async () => (await import('#web/office/bookings/details/EditDetailsDialog.tsx')).EditDetailsDialog,
);
const MoveDialog = lazyDialog(async () => (await import('./MoveDialog.tsx')).MoveDialog);

const TEXTS = 'booking-texts';
const ITEM_LABELS = { cancel: 'Cancel booking', extend: 'Change last day' } as const;

function focusTexts() {
  const card = document.getElementById(TEXTS);
  card?.scrollIntoView?.({ block: 'start' });
  card?.focus({ preventScroll: true });
}

/** A booking, its actions and its history. */
export function BookingDetail({ read }: { read: VersionedBooking }) {
  const booking = read.value;
  const [isMoving, setMoving] = useState(false);
  const [isEditing, setEditing] = useState(false);
  const mayWrite = useMayWrite();
  const move = () => setMoving(true);
  const { opened, open, close } = useBookingDialog(changeMenuId(booking.id));
  useChangeKeys({ booking, onOpen: open });
  useAskedAction(['cancel', 'extend', 'text'], (action) => {
    if (action === 'text') return focusTexts();
    const item = listChangeItems(booking).find(({ label }) => label === ITEM_LABELS[action]);
    if (item && mayWrite) open(item.opens);
    else toastNotPossible('The status of this booking does not allow it.');
  });
  return (
    <>
      <DetailColumns
        isAsideFirst
        details={
          <>
            <AttentionNotice read={read} onAssign={move} />
            <CustomerCard booking={booking} onEdit={() => setEditing(true)} />
            <RentalCard
              booking={booking}
              onMove={move}
              action={<ChangeMenu booking={booking} onOpen={open} />}
            />
            <JobsCard read={read} action={<AddJobMenu booking={booking} onOpen={open} />} />
            <PriceCard booking={booking} />
            <PermitCard read={read} />
            <div id={TEXTS} tabIndex={-1} className="scroll-mt-20">
              <TextsCard bookingId={booking.id} email={booking.email} />
            </div>
            <TextCard title="Notes" text={booking.notes} />
            <TextCard title="Internal Notes" text={booking.internalNotes} />
          </>
        }
        aside={
          <>
            <ActionsCard read={read} />
            <PaymentsCard read={read} />
          </>
        }
        more={
          <>
            <MessagesCard bookingId={booking.id} />
            <ProposedPriceCard read={read} />
            <BookingRecordsCard bookingId={booking.id} />
            <DumpTicketsCard read={read} />
            <HistoryCard id={booking.id} />
          </>
        }
      />
      {isEditing && <EditDetailsDialog read={read} onClose={() => setEditing(false)} />}
      {opened && <BookingDialog read={read} opened={opened} onOpen={open} onClose={close} />}
      {isMoving && <MoveDialog read={read} onClose={() => setMoving(false)} />}
    </>
  );
}

/** The placeholder while a booking loads. */
export function BookingSkeleton() {
  return (
    <DetailColumns
      isAsideFirst
      details={<CardSkeletons heights={['h-76', 'h-52']} />}
      aside={<CardSkeletons heights={['h-108', 'h-36']} />}
      more={<CardSkeletons heights={['h-28']} />}
    />
  );
}

function TextCard({ title, text }: { title: string; text: string | null }) {
  if (!text) return null;
  return (
    <Card title={title}>
      <p dir="auto" className="wrap-anywhere max-w-prose whitespace-pre-line">
        {text}
      </p>
    </Card>
  );
}

function CustomerCard({ booking, onEdit }: { booking: Booking; onEdit: () => void }) {
  const { email, phoneDisplay, isPhoneValid, secondPhoneDisplay, company, poNumber, placement } = booking;
  const { address, city, state, zip } = booking;
  // Without a ZIP code the customer's personal data was removed, and the details cannot be changed.
  const mayEdit = useMayWrite() && zip !== '';
  return (
    <Card
      title="Customer Information"
      action={
        <span className="flex flex-wrap gap-2">
          {mayEdit && <RowButton onClick={onEdit}>Edit details</RowButton>}
          <CopyAddress address={addressText(booking)} />
        </span>
      }
    >
      <Facts>
        <Fact name="Full name">
          <bdi>{customerFullName(booking)}</bdi>
        </Fact>
        <Fact name="Phone">
          <PhoneLink phone={phoneDisplay} />
          {!isPhoneValid && phoneDisplay !== '' && (
            <p className="mt-1 text-ink-soft text-sm">
              This number may be wrong: no phone company uses it. Check it with the customer by e-mail.
            </p>
          )}
        </Fact>
        {secondPhoneDisplay !== null && (
          <Fact name="Second phone">
            <PhoneLink phone={secondPhoneDisplay} />
          </Fact>
        )}
        {company !== null && (
          <Fact name="Company">
            <bdi>{company}</bdi>
          </Fact>
        )}
        {poNumber !== null && (
          <Fact name="PO number">
            <bdi>{poNumber}</bdi>
          </Fact>
        )}
        <Fact name="Email">{email === null ? 'Not provided' : <EmailLink email={email} />}</Fact>
        <Fact name="Address">
          <address className="not-italic">
            <bdi className="block">{address}</bdi>
            <span className="block">
              <bdi>{city}</bdi>, {state} {zip}
            </span>
          </address>
        </Fact>
        {placement !== null && (
          <Fact name="Where to put it">
            <span dir="auto" className="whitespace-pre-line">
              {placement}
            </span>
          </Fact>
        )}
        {booking.termsVersion !== null && (
          <Fact name="Accepted terms">
            <Link
              to={termsPath('terms', booking.termsVersion, booking.rateCardId)}
              className="text-brand underline"
            >
              Version {booking.termsVersion}
            </Link>
          </Fact>
        )}
      </Facts>
    </Card>
  );
}
