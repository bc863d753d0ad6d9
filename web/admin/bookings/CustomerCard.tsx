import type { Booking } from '#contract/staff-bookings.ts';
import { Card, Fact, Facts } from '#web/ui/Card.tsx';
import { EmailLink, PhoneLink } from '#web/ui/ContactLinks.tsx';
import { addressText, nameOf } from '#web/ui/customer.ts';
import { CopyAddress } from './CopyAddress.tsx';

export function CustomerCard({ booking }: { booking: Booking }) {
  const { email, phone, address, city, state, zip } = booking;
  return (
    <Card title="Customer Information" action={<CopyAddress address={addressText(booking)} />}>
      <Facts>
        <Fact name="Full name">
          <bdi>{nameOf(booking)}</bdi>
        </Fact>
        <Fact name="Phone">
          <PhoneLink phone={phone} />
        </Fact>
        <Fact name="Email">
          <EmailLink email={email} />
        </Fact>
        <Fact name="Address">
          <address className="not-italic">
            <bdi className="block">{address}</bdi>
            <span className="block">
              <bdi>{city}</bdi>, {state} {zip}
            </span>
          </address>
        </Fact>
      </Facts>
    </Card>
  );
}
