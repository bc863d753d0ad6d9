import type { ReactNode } from 'react';
import { type HighestBill, highestBill } from '#domain/catalog/bill.ts';
import { materialOf, offeredMaterials, rentalOptionOf, sizeOf } from '#domain/catalog/entries.ts';
import { formatTons, overage } from '#domain/catalog/overage.ts';
import { isMandatory, type Quote, type QuoteLine } from '#domain/catalog/quote.ts';
import type { Rate } from '#domain/catalog/rate-card.ts';
import { formatUsd, formatUsdWhole } from '#domain/shared/money.ts';
import { PhoneLink } from '#web/kit/ui/ContactLinks.tsx';
import { useCatalog } from '#web/public/rental/catalog-context.ts';
import type { CostBasis } from './cost-basis.ts';

type Props = {
  basis: CostBasis;
  rate: Rate;
  /** What the price does not have yet, because the place of delivery is not known. */
  unknown: readonly string[];
  /** Follows the explanation. */
  children?: ReactNode;
};

/** What the rental costs with the heaviest load, and what that amount covers and does not cover. */
export function MostToPay({ basis, rate, unknown, children }: Props) {
  const { phone } = useCatalog().business;
  const highest = highestBill(basis.card, basis.input);
  const { bill } = highest;
  return (
    <section aria-label={QUESTION} className="wrap-anywhere rounded-lg bg-sunk p-4 sm:p-5">
      <div className="flex flex-wrap items-baseline justify-between gap-x-6">
        <h2 className="text-lg">{QUESTION}</h2>
        {bill.type === 'price' && (
          <p className="font-display font-semibold text-2xl tabular-nums">{formatUsd(bill.quote.total)}</p>
        )}
      </div>
      <div className="mt-1 space-y-1.5 text-sm">
        {bill.type === 'price' ? (
          <>
            <p>{loadText(basis, rate, highest)}</p>
            <p className="text-ink-soft">{scopeText(basis, rate, bill.quote)}</p>
            {unknown.length > 0 && (
              <p className="font-semibold">
                Your address can add {listText(unknown)}: enter your ZIP code and state to see it here.
              </p>
            )}
          </>
        ) : (
          <p>
            {ASK_ABOUT[bill.about]} Call <PhoneLink phone={phone} />: we tell you before you book.
          </p>
        )}
        {children}
      </div>
    </section>
  );
}

const QUESTION = 'What is the most I could pay?';

const ASK_ABOUT = {
  dump_fees: 'The price does not say what the weight of your load costs.',
  extra_weight: 'A full load can be heavier than what is included, and extra weight has no fixed price.',
  extra_days: 'Extra days have no fixed price.',
};

/** 'The heaviest load of concrete ... weighs about 4.1 tons: 260 lb over, billed as 0.2 ton.' */
function loadText({ card, input }: CostBasis, rate: Rate, { weight }: HighestBill): string {
  const material = materialOf(card, input.material);
  const name = offeredMaterials(card).length > 1 ? ` of ${material.name}` : '';
  const { over, text } = overage(weight, rate);
  const isIncluded = over === 0;
  return `A ${sizeOf(card, input.dumpsterSize).name}${name}, filled ${material.fillLine ?? 'level with its rim'}, weighs ${formatTons(weight)} at most: ${isIncluded ? 'that is within the included weight' : text}.`;
}

const COVERED: Partial<Record<QuoteLine['type'], string>> = {
  zone: 'the delivery surcharge',
  street: 'the fee for the street',
  tax: 'tax',
};

function scopeText({ card, input }: CostBasis, rate: Rate, { lines }: Quote): string {
  const covered = [`your ${rentalOptionOf(card, input.rentalOption).title}`, 'that weight'];
  const charges = lines.filter(({ type }) => type === 'item').map(({ label }) => label);
  for (const type of new Set(lines.map((line) => line.type))) {
    if (type === 'item') covered.push(...charges);
    else if (COVERED[type]) covered.push(COVERED[type]);
  }
  const isMoreListed = card.chargeItems.some((item) => !isMandatory(item));
  const priceText = (cents: number | null) => (cents === null ? 'ask us' : formatUsdWhole(cents));
  const notCovered = [
    `more days (${priceText(rate.extraDay)}${rate.extraDay === null ? '' : ' each'})`,
    `an exchange (${priceText(rate.exchangePrice)})`,
    ...(rate.dumpAndReturnPrice === null
      ? []
      : [`emptying the dumpster and bringing it back (${priceText(rate.dumpAndReturnPrice)})`]),
    ...(isMoreListed ? ['items and fees that cost extra, which you find below'] : []),
  ];
  return `This covers ${listText(covered)}. It does not cover ${listText(notCovered, 'or')}.`;
}

function listText(parts: readonly string[], word: 'and' | 'or' = 'and'): string {
  const type = word === 'and' ? 'conjunction' : 'disjunction';
  return new Intl.ListFormat('en-US', { type }).format(parts);
}
