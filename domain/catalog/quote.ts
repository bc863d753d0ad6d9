/** Where the truck puts the dumpster. A street can need a permit. */
export const PLACEMENT_TYPES = ['private', 'street'] as const;
export type PlacementType = (typeof PLACEMENT_TYPES)[number];

export const QUOTE_LINE_TYPES = ['rental', 'zone', 'street', 'extra_days', 'item', 'overage', 'tax'] as const;

/** A line of a price: amount = quantity x unitAmount, in cents, except for percentages and rounded weights. */
export type QuoteLine = {
  type: (typeof QUOTE_LINE_TYPES)[number];
  label: string;
  quantity: number;
  unitAmount: number;
  amount: number;
  isTaxable: boolean;
};

/** Cents. total = dueNow + dueLater; the amounts of the lines add up to the total. */
export type Quote = { lines: QuoteLine[]; total: number; dueNow: number; dueLater: number };

/** The utm_* parameters of an advertisement's link, without 'utm_'. */
export const UTM_KEYS = ['source', 'medium', 'campaign', 'term', 'content'] as const;
export type Utm = Partial<Record<(typeof UTM_KEYS)[number], string>>;
