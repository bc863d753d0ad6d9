import { useState } from 'react';
import { Link } from 'react-router';
import type { Booking } from '#contract/staff-bookings.ts';
import { CopyAddress } from '#web/admin/bookings/CopyAddress.tsx';
import { DumpFeesCard } from '#web/admin/bookings/dump-fees/DumpFeesCard.tsx';
import { JobsCard } from '#web/admin/bookings/jobs/JobsCard.tsx';
import { ProposedPriceCard } from '#web/admin/bookings/price/ProposedPriceCard.tsx';
import type { VersionedBooking } from '#web/api/bookings.ts';
import { termsPath } from '#web/paths.ts';
import { Card, Fact, Facts } from '#web/ui/Card.tsx';
import { EmailLink, PhoneLink } from '#web/ui/ContactLinks.tsx';
import { lazyDialog } from '#web/ui/dialog/lazy-dialog.tsx';
import { addressText, customerFullName } from '#web/ui/names.ts';
import { CardSkeletons, DetailColumns } from '#web/ui/page/DetailColumns.tsx';
import { ActionsCard } from './ActionsCard.tsx';
import { AttentionNotice } from './AttentionNotice.tsx';
import { HistoryCard } from './HistoryCard.tsx';
import { PermitCard } from './PermitCard.tsx';
import { PriceCard } from './PriceCard.tsx';
import { RentalCard } from './RentalCard.tsx';

const MoveDialog = lazyDialog(async () => (await import('./MoveDialog.tsx')).MoveDialog);

/** A booking, its actions and its history. */
export function BookingDetail({ read }: { read: VersionedBooking }) {
  const booking = read.value;
  const [isMoving, setMoving] = useState(false);
  const move = () => setMoving(true);
  return (
    <>
      <DetailColumns
        details={
          <>
            <AttentionNotice read={read} onAssign={move} />
            <RentalCard booking={booking} onMove={move} />
            <JobsCard bookingId={booking.id} />
            <PriceCard booking={booking} />
            <PermitCard read={read} />
            <CustomerCard booking={booking} />
            {booking.notes && (
              <Card title="Notes">
                <p dir="auto" className="wrap-anywhere max-w-prose whitespace-pre-line">
                  {booking.notes}
                </p>
              </Card>
            )}
          </>
        }
        aside={<ActionsCard read={read} />}
        more={
          <>
            <ProposedPriceCard read={read} />
            <DumpFeesCard read={read} />
            <HistoryCard id={booking.id} />
          </>
        }
      />
      {isMoving && <MoveDialog read={read} onClose={() => setMoving(false)} />}
    </>
  );
}

/** The placeholder while a booking loads. */
export function BookingSkeleton() {
  return (
    <DetailColumns
      details={<CardSkeletons heights={['h-76', 'h-52']} />}
      aside={<CardSkeletons heights={['h-108']} />}
      more={<CardSkeletons heights={['h-28']} />}
    />
  );
}

function CustomerCard({ booking }: { booking: Booking }) {
  const { email, phoneDisplay, isPhoneValid, address, city, state, zip } = booking;
  return (
    <Card title="Customer Information" action={<CopyAddress address={addressText(booking)} />}>
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
        <Fact name="Email">{email === null ? 'Not provided' : <EmailLink email={email} />}</Fact>
        <Fact name="Address">
          <address className="not-italic">
            <bdi className="block">{address}</bdi>
            <span className="block">
              <bdi>{city}</bdi>, {state} {zip}
            </span>
          </address>
        </Fact>
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
