import { TERMS_VERSION } from '#contract/checkout.ts';
import { phoneHref, site } from '#web/config.ts';
import { LegalPage } from './LegalPage.tsx';

export function PrivacyPage() {
  return (
    <LegalPage
      title="Privacy Policy"
      version={TERMS_VERSION}
      intro={
        <p>
          {site.businessName} needs some facts about you to bring a dumpster to your door. We ask for no more
          than that, and sell none of it.
        </p>
      }
      sections={SECTIONS}
    />
  );
}

const SECTIONS = [
  {
    title: 'What we keep',
    body: (
      <ul className="list-disc space-y-1 pl-6">
        <li>your name, e-mail address, phone number and delivery address</li>
        <li>what you rent, for which days, and the notes you give the driver</li>
        <li>what you paid, when, and what was refunded</li>
        <li>when, and from which network address, you agreed to our terms</li>
      </ul>
    ),
  },
  {
    title: 'Your card',
    body: (
      <p>
        Card numbers never reach us: you type them into fields of our payment provider Stripe, which stores
        the card so that the remaining balance can be charged. Your billing address goes to Stripe and nowhere
        else. Stripe also checks payments for fraud; see{' '}
        <a href="https://stripe.com/privacy" rel="noreferrer">
          Stripe's privacy policy
        </a>
        .
      </p>
    ),
  },
  {
    title: 'What stays in your browser',
    body: (
      <p>
        While you book, this site keeps your entries in the tab's own storage, so that a reload loses nothing;
        they go when you have paid or close the tab. A random number that says nothing about you lets you
        continue an unfinished booking in another tab; it, the size and day of that booking, and your choice
        of the light or dark theme are remembered until you clear them. We set no advertising cookies and use
        no trackers of our own.
      </p>
    ),
  },
  {
    title: 'Who else sees it',
    body: (
      <p>
        Our staff and drivers; Stripe for payments; Cloudflare, which runs our servers and delivers our
        e-mail. No one else, unless the law requires it.
      </p>
    ),
  },
  {
    title: 'How long',
    body: (
      <p>
        Bookings that were never paid are deleted after 30 days. Messages we sent and technical records of
        payments are deleted after 90 days. Bookings and payments are kept as long as tax law asks for.
      </p>
    ),
  },
  {
    title: 'Your rights',
    body: (
      <p>
        Ask us at any time what we hold about you, and have it corrected or, where no law obliges us to keep
        it, deleted: <a href={`mailto:${site.businessEmail}`}>{site.businessEmail}</a> or{' '}
        <a href={phoneHref(site.businessPhone)}>{site.businessPhone}</a>.
      </p>
    ),
  },
];
