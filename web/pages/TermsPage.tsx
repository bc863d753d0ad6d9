import { TERMS_VERSION } from '#contract/checkout.ts';
import { formatUsdWhole } from '#domain/money.ts';
import { HORIZON_DAYS, RENTAL_OPTIONS } from '#domain/rental.ts';
import { phoneHref, site } from '#web/config.ts';
import { PATHS } from '#web/paths.ts';
import { LegalPage } from './LegalPage.tsx';

export function TermsPage() {
  return (
    <LegalPage
      title="Terms of Service"
      version={TERMS_VERSION}
      intro={
        <p>
          These terms apply when you rent a dumpster from {site.businessName} on this site. Please read them
          before you book: by ticking the box you agree to them.
        </p>
      }
      sections={SECTIONS}
    />
  );
}

const SECTIONS = [
  {
    title: 'Your booking',
    body: (
      <>
        <p>
          You choose a rental period, a size and a delivery date, at most {HORIZON_DAYS} days ahead. While you
          pay, we hold a dumpster for you for twenty minutes. Your booking is made when the deposit is paid,
          and the page then shows its number.
        </p>
        <p>
          Our staff confirm the delivery window with you. You must be entitled to have the dumpster placed
          there.
        </p>
      </>
    ),
  },
  {
    title: 'Deposit and final price',
    body: (
      <>
        <p>The amounts shown when you book are deposits only:</p>
        <ul className="list-disc space-y-1 pl-6">
          {RENTAL_OPTIONS.map((option) => (
            <li key={option.id}>
              {option.title}: {formatUsdWhole(option.deposit)}
            </li>
          ))}
        </ul>
        <p>
          The final price adds dump fees, which depend on the weight and kind of what you load and are
          calculated at the end of your rental. The deposit counts towards the final price.
        </p>
      </>
    ),
  },
  {
    title: 'Your saved card',
    body: (
      <>
        <p>
          You agree that we save the card with which you pay the deposit, at our payment provider Stripe, and
          that we charge it for the remaining balance of this rental: the final price less what you have paid.
          We e-mail you about every charge.
        </p>
        <p>
          If your bank asks you to approve the charge, or declines it, we send you a link to pay. We use the
          saved card for this rental only.
        </p>
      </>
    ),
  },
  {
    title: 'What must not go in',
    body: (
      <>
        <p>Never load these; they endanger people and cannot be taken to an ordinary landfill:</p>
        <ul className="list-disc space-y-1 pl-6">
          <li>asbestos, medical waste, explosives, ammunition</li>
          <li>paint, solvents, oil, fuel, pesticides and other liquids or chemicals</li>
          <li>batteries, propane tanks, gas bottles, fluorescent tubes</li>
          <li>tires, and refrigerators or air conditioners that still hold refrigerant</li>
          <li>televisions and monitors where local rules forbid it</li>
        </ul>
        <p>
          Fill the dumpster level with its rim at most. We charge what it costs us to sort out forbidden
          items.
        </p>
      </>
    ),
  },
  {
    title: 'Placement and use',
    body: (
      <p>
        Please keep the place and the way to it clear for a large truck on the days of delivery and pickup.
        You obtain the permit where a street or sidewalk needs one. You look after the dumpster while it
        stands with you, do not move it, and tell us at once if it is damaged.
      </p>
    ),
  },
  {
    title: 'Changes, cancellation and refunds',
    body: (
      <p>
        Call <a href={phoneHref(site.businessPhone)}>{site.businessPhone}</a> or write to{' '}
        <a href={`mailto:${site.businessEmail}`}>{site.businessEmail}</a> as early as you can. If you cancel
        before the truck has left for you, we refund the deposit to your card; after that we keep what the
        trip has cost us. If we cannot deliver on the day you booked and no other day suits you, we refund all
        you have paid.
      </p>
    ),
  },
  {
    title: 'Liability',
    body: (
      <p>
        We answer for damage that we cause by negligence. We do not answer for marks on driveways or lawns
        that a loaded dumpster leaves when it is set down where you asked. Nothing here limits rights that the
        law gives you and that cannot be waived.
      </p>
    ),
  },
  {
    title: 'Your data',
    body: (
      <p>
        Our <a href={PATHS.privacy}>Privacy Policy</a> says what we keep and for how long. With your booking
        we keep when and from which network address you agreed to these terms, and their version.
      </p>
    ),
  },
];
