import { splitPhone } from '#domain/phone-numbers.ts';
import { site } from '#web/config.ts';

/** As high as a finger under one. */
const LINK =
  'inline-block py-0.5 wrap-anywhere text-brand underline underline-offset-4 hover:text-brand-strong max-md:py-[0.7rem] pointer-coarse:py-[0.7rem]';

/** An address to write to: encoded, so that what a customer typed adds no subject and no second recipient. */
export function EmailLink({ email }: { email: string }) {
  return (
    <a href={`mailto:${encodeURIComponent(email).replaceAll('%40', '@')}`} className={LINK}>
      <EmailText email={email} />
    </a>
  );
}

export function PhoneLink({ phone }: { phone: string }) {
  return (
    <a href={telHref(phone)} className={LINK}>
      <bdi>{phone}</bdi>
    </a>
  );
}

/** An extension is dialled after the call is answered: it is no part of the number. */
function telHref(phone: string): string {
  const { number, extension } = splitPhone(phone);
  const dialled = number.replace(/[^\d+]/g, '');
  return extension ? `tel:${dialled};ext=${extension}` : `tel:${dialled}`;
}

/** An address that breaks behind its @, if it must. */
export function EmailText({ email }: { email: string }) {
  const at = email.lastIndexOf('@') + 1;
  return (
    <bdi>
      {email.slice(0, at)}
      <wbr />
      {email.slice(at)}
    </bdi>
  );
}

/** How to reach the business, after a few words of why. */
export function CallUs({ before }: { before: string }) {
  return (
    <p>
      {before} Call <PhoneLink phone={site.businessPhone} /> or write to{' '}
      <EmailLink email={site.businessEmail} />.
    </p>
  );
}
