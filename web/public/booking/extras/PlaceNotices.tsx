import { useEffect, useState } from 'react';
import { PERMIT_TEXTS } from '#domain/catalog/permits.ts';
import type { ChargeItem, StreetRule } from '#domain/catalog/rate-card.ts';
import { formatUsd } from '#domain/shared/money.ts';
import { TEXT_CONSENT_WORDING } from '#domain/shared/texts.ts';
import { CheckboxField } from '#web/kit/form/CheckboxField.tsx';
import { OpeningHours, PhoneLink } from '#web/kit/ui/ContactLinks.tsx';
import { Notice } from '#web/kit/ui/Notice.tsx';
import type { DetailsForm } from '#web/public/booking/details/use-details-form.ts';

type DeclinedProps = {
  /** The server's sentence, with the phone number; null if it sent none. */
  message: string | null;
  phone: string;
};

/** Says that the business does not deliver to the ZIP code. The phone number in the sentence is a link. */
export function DeclinedZip({ message, phone }: DeclinedProps) {
  const text = message ?? `We do not deliver to this ZIP code online. Please call us at ${phone}.`;
  const [before, after] = text.split(phone);
  return (
    <Notice variant="danger">
      <p className="wrap-anywhere">
        {before}
        {after !== undefined && <PhoneLink phone={phone} />}
        {after} Everything you typed is kept.
      </p>
      <OpeningHours className="block text-sm" />
    </Notice>
  );
}

type PermitProps = {
  /** Null: the zone has no rule. */
  rule: StreetRule | null;
  chargeItems: readonly ChargeItem[];
};

/** Who applies for the permit of a street, how long it takes and what it costs. Most customers have a driveway. */
export function StreetPermit({ rule, chargeItems }: PermitProps) {
  if (!rule) return <p>{PERMIT_TEXTS.unknown}</p>;
  const { permitBy, leadDays, feeItem, text } = rule;
  const fee = chargeItems.find(({ id }) => id === feeItem);
  const facts = [
    PERMIT_TEXTS[permitBy],
    ...(leadDays > 0
      ? [`It takes ${leadDays === 1 ? 'one working day' : `${leadDays} working days`} more.`]
      : []),
    ...(fee
      ? [`Fee: ${fee.name}${fee.unit === 'percent' ? '' : `, ${formatUsd(fee.unitPrice)}`}, in the price.`]
      : []),
  ];
  return (
    <>
      <p className="font-semibold">{facts.join(' ')}</p>
      {text && <p className="wrap-anywhere whitespace-pre-line">{text}</p>}
    </>
  );
}

/** The label and the words below it are together what the customer agrees to. */
const [LABEL = '', WORDS = ''] = TEXT_CONSENT_WORDING.split(': ');
const HINT = <span className="block first-letter:uppercase">{WORDS}</span>;

/** Never checked in advance: a consent to texts must be given. */
export function TextOptInField({ register }: Pick<DetailsForm, 'register'>) {
  return (
    <div className="mt-3">
      <CheckboxField {...register('textOptIn')} label={LABEL} hint={HINT} error={undefined} />
    </div>
  );
}

/** Screen readers announce it after a pause, not at each key. */
const PAUSE_MS = 1000;

/** How many characters still fit into the notes. */
export function CharactersLeft({ left }: { left: number }) {
  const words = countText(left);
  const [announced, setAnnounced] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setAnnounced(words), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [words]);
  return (
    <>
      <p
        aria-hidden="true"
        className={`mt-1 text-right text-sm tabular-nums ${left < 0 ? 'font-semibold text-danger' : 'text-ink-soft'}`}
      >
        {words}
      </p>
      <p role="status" className="sr-only">
        {announced}
      </p>
    </>
  );
}

function countText(left: number): string {
  const count = Math.abs(left);
  const characters = count === 1 ? 'character' : 'characters';
  return left < 0 ? `${count} ${characters} too many` : `${count} ${characters} left`;
}
