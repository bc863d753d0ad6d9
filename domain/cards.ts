/** A card as Stripe names it: its brand's code and the last four digits. */
export type Card = { brand: string; last4: string };

const BRANDS: Readonly<Record<string, string>> = {
  amex: 'American Express',
  diners: 'Diners Club',
  discover: 'Discover',
  jcb: 'JCB',
  mastercard: 'Mastercard',
  unionpay: 'UnionPay',
  visa: 'Visa',
};

/** 'Visa ending in 4242'; a brand without a name here is 'Card'. */
export function cardText({ brand, last4 }: Card): string {
  return `${BRANDS[brand] ?? 'Card'} ending in ${last4}`;
}
