import { splitPhone } from '#domain/shared/phone-numbers.ts';
import { site } from '#web/config.ts';
import { EmailText } from './EmailText.tsx';

/** At least 44 px high on touch screens. Inline, so that the height does not spread the lines of a sentence. */
const LINK =
  'wrap-anywhere py-0.5 text-brand underline underline-offset-4 hover:text-brand-strong max-md:py-[0.85rem] pointer-coarse:py-[0.85rem]';

/** A mailto link. The address is encoded, so that a customer's input cannot add a subject or another recipient. */
export function EmailLink({ email }: { email: string }) {
  return (
    <a href={`mailto:${encodeURIComponent(email).replaceAll('%40', '@')}`} className={LINK}>
      <EmailText email={email} />
    </a>
  );
}

export function PhoneLink({ phone }: { phone: string }) {
  // A customer whose personal data was removed has no number.
  if (phone === '') return 'Not provided';
  return (
    <a href={telHref(phone)} className={LINK}>
      <bdi>{phone}</bdi>
    </a>
  );
}

/** The address that dials a number. An extension is not part of the number: the phone dials it after the call is answered. */
export function telHref(phone: string): string {
  const { number, extension } = splitPhone(phone);
  const dialled = number.replace(/[^\d+]/g, '');
  return extension ? `tel:${dialled};ext=${extension}` : `tel:${dialled}`;
}

/** When the phone is answered, beside a phone number; nothing if the business does not say. */
export function OpeningHours({ className = '' }: { className?: string }) {
  const { openingHours } = site;
  return (
    openingHours && <span className={`wrap-anywhere whitespace-pre-line ${className}`}>{openingHours}</span>
  );
}

/** How to contact the business, after a short introduction. */
export function CallUs({ before }: { before: string }) {
  return (
    <p>
      {before} Call <PhoneLink phone={site.businessPhone} /> or write to{' '}
      <EmailLink email={site.businessEmail} />.
      <OpeningHours className="mt-0.5 block text-sm" />
    </p>
  );
}
