import { formatUsd } from '#domain/shared/money.ts';
import { FORBIDDEN_ITEMS_CHARGE, fillRule, PROHIBITED_WASTE_LEAD } from '#domain/shared/policy-texts.ts';
import { type Agreement, addableItems, agreedSums, penaltyItems } from './agreement.ts';
import { PERMIT_TEXTS } from './permits.ts';
import { formatItemPrice, lineName, ratePrices } from './price-texts.ts';
import { expectedTotalOf } from './quote.ts';
import type { ChargeItem } from './rate-card.ts';

type AgreedSum = { name: string; value: string; isTotal?: boolean };

/** A part of what was agreed, for the confirmation and for e-mails. Shown in the order of the fields. */
export type AgreementPart = {
  title: string;
  paragraphs?: string[];
  items?: string[];
  /** Names with an amount or a price. */
  sums?: AgreedSum[];
  after?: string[];
};

/** The price lines and what was paid; none for a deposit without surcharges, which its fact states. */
export function pricePart({ quote }: Agreement, paid: number): AgreementPart[] {
  if (!quote) return [];
  const { total, dueLater, isInFull } = agreedSums({ quote }, paid);
  const sumOf = (name: string, cents: number): AgreedSum => ({ name, value: formatUsd(cents) });
  const lines = quote.lines.filter(({ type }) => total !== null || type !== 'rental');
  const sums = lines.map((line) => sumOf(lineName(line), line.amount));
  if (total === null) return sums.length > 0 ? [{ title: 'Added to the final price', sums }] : [];
  sums.push({ ...sumOf('Total', total), isTotal: true });
  sums.push(sumOf(isInFull ? 'Paid' : 'Deposit paid', paid));
  if (dueLater > 0) sums.push(sumOf('Due at the end of your rental', dueLater));
  return [{ title: 'Your price', sums }];
}

/**
 * The weight that is included, and what can be added to the price; then what is charged only if something goes wrong. The
 * fee of the street and the charges of every bill are in the price already.
 */
export function extrasPart({ quote, rate, chargeItems }: Agreement): AgreementPart[] {
  const isPriced = expectedTotalOf(quote) !== null;
  const prices = rate ? ratePrices(rate, { isStatedOnly: !isPriced }) : [];
  const isTaxed = quote?.lines.some(({ type }) => type === 'tax');
  const sumsOf = (items: readonly ChargeItem[]) =>
    items.map((item) => ({
      name: item.name,
      value: `${formatItemPrice(item)}${isTaxed && !item.isTaxable ? ', no tax' : ''}`,
    }));
  const sums = [...prices, ...sumsOf(addableItems({ quote, chargeItems }))];
  const penalties = sumsOf(penaltyItems({ quote, chargeItems }));
  const after = `Charged only if they apply to your rental${isTaxed ? ', plus tax' : ''}.`;
  return [
    ...(sums.length > 0 ? [{ title: 'What is included, and what costs extra', sums, after: [after] }] : []),
    ...(penalties.length > 0 ? [{ title: 'Charged only if something goes wrong', sums: penalties }] : []),
  ];
}

/** Who applies for the permit of a street, and what else the zone's rule says; none on private property. */
export function streetPart({ street }: Agreement): AgreementPart[] {
  if (!street) return [];
  const { permitBy, text } = street;
  return [
    {
      title: 'Placement on the street',
      paragraphs: [PERMIT_TEXTS[permitBy ?? 'unknown'], text].filter(Boolean),
    },
  ];
}

/** What may and must not be loaded, and how far. The last part is always there. */
export function wasteParts({ policy, material }: Agreement): AgreementPart[] {
  const { acceptedWaste, prohibitedWaste } = policy;
  const { name, includes, excludes, isChosen, isHeavy } = material;
  const own = isChosen ? [asSentence(includes ? `${name}: ${includes}` : name)] : [];
  const except = isChosen && excludes ? [asSentence(`Keep out of it: ${excludes}`)] : [];
  // A heavy material excludes most of what the business accepts otherwise.
  const accepted = isChosen && isHeavy ? [] : acceptedWaste;
  const rule = `${fillRule(material.fillLine)} ${FORBIDDEN_ITEMS_CHARGE}`;
  const hasAccepted = own.length + accepted.length > 0;
  return [
    ...(hasAccepted ? [{ title: 'What may go in', paragraphs: own, items: accepted, after: except }] : []),
    prohibitedWaste.length > 0
      ? {
          title: 'What must not go in',
          paragraphs: [PROHIBITED_WASTE_LEAD],
          items: prohibitedWaste,
          after: [rule],
        }
      : { title: 'How to fill it', paragraphs: [rule] },
  ];
}

/** Staff end some texts with a full stop. */
function asSentence(text: string): string {
  return `${text.trim().replace(/\.$/, '')}.`;
}
