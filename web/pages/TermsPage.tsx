import { TERMS_VERSION } from '#contract/checkout.ts';
import { formatUsdWhole } from '#domain/money.ts';
import { CANCELLATION_RULE, PROHIBITED_WASTE } from '#domain/policy-texts.ts';
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
        <p>{PROHIBITED_WASTE.lead}</p>
        <ul className="list-disc space-y-1 pl-6">
          {PROHIBITED_WASTE.items.map((item) => (
            <li key={item}>{item}</li>
          ))}
        </ul>
        <p>{PROHIBITED_WASTE.consequence}</p>
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
        <a href={`mailto:${site.businessEmail}`}>{site.businessEmail}</a> as early as you can.{' '}
        {CANCELLATION_RULE}
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
