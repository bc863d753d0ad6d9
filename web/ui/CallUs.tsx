import { site } from '#web/config.ts';
import { EmailLink, PhoneLink } from '#web/ui/ContactLinks.tsx';

/** How to reach the business, after a few words of why. */
export function CallUs({ before }: { before: string }) {
  return (
    <p>
      {before} Call <PhoneLink phone={site.businessPhone} /> or write to{' '}
      <EmailLink email={site.businessEmail} />.
    </p>
  );
}
