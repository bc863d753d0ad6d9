import type { Booking } from '#contract/staff-bookings.ts';
import { phoneHref } from '#web/config.ts';
import { Card, Fact, Facts } from './Card.tsx';
import { CopyAddress } from './CopyAddress.tsx';
import { addressText, nameOf } from './words.ts';

const LINK =
  'touch inline-flex items-center break-all text-brand underline underline-offset-4 hover:text-brand-strong md:min-h-0 pointer-coarse:min-h-11';

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
          <a href={`mailto:${encodeURIComponent(email).replaceAll('%40', '@')}`} className={LINK}>
            <bdi>{email}</bdi>
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
