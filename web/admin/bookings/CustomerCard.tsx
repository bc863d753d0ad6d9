import type { Booking } from '#contract/staff-bookings.ts';
import { Card, Fact, Facts } from '#web/ui/Card.tsx';
import { EmailLink, PhoneLink } from '#web/ui/ContactLinks.tsx';
import { addressText, nameOf } from '#web/ui/customer.ts';
import { CopyAddress } from './CopyAddress.tsx';

export function CustomerCard({ booking }: { booking: Booking }) {
  const { email, phoneDisplay, isPhoneValid, address, city, state, zip } = booking;
  return (
    <Card title="Customer Information" action={<CopyAddress address={addressText(booking)} />}>
      <Facts>
        <Fact name="Full name">
          <bdi>{nameOf(booking)}</bdi>
        </Fact>
        <Fact name="Phone">
          <PhoneLink phone={phoneDisplay} />
          {!isPhoneValid && (
            <p className="mt-1 text-ink-soft text-sm">
              This number may be wrong: no phone company uses it. Check it with the customer by e-mail.
            </p>
          )}
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
