import type { Booking } from '#contract/staff-bookings.ts';
import { phoneHref } from '#web/config.ts';
import { Card, Fact, Facts } from './Card.tsx';
import { CopyAddress } from './CopyAddress.tsx';
import { EmailText } from './EmailText.tsx';
import { LINK, mailHref } from './links.ts';
import { addressText, nameOf } from './words.ts';

export function CustomerCard({ booking }: { booking: Booking }) {
  const { email, phone, address, city, state, zip } = booking;
  return (
    <Card title="Customer Information" action={<CopyAddress address={addressText(booking)} />}>
      <Facts>
        <Fact name="Full name">
          <bdi>{nameOf(booking)}</bdi>
        </Fact>
        <Fact name="Phone">
          <a href={phoneHref(phone)} className={LINK}>
            <bdi>{phone}</bdi>
          </a>
        </Fact>
        <Fact name="Email">
          <a href={mailHref(email)} className={LINK}>
            <EmailText email={email} />
          </a>
        </Fact>
        <Fact name="Address">
          <address className="not-italic">
            <bdi className="block">{address}</bdi>
            <bdi className="block">
              {city}, {state} {zip}
            </bdi>
          </address>
        </Fact>
      </Facts>
    </Card>
  );
}
