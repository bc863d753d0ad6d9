import { findRate, materialOf, offeredSizes, sizeOf } from './entries.ts';
import { type Quote, QuoteError, type QuoteInput, quote } from './quote.ts';
import type { Material, ProjectPreset, RateCard, SizeOption } from './rate-card.ts';

/** What can be added to a rental after it is booked; the weight is that of the load, in pounds. */
export type PossibleExtras = Pick<QuoteInput, 'extraDays' | 'items'> & { weight: number };

/** A price, or what only the business can say: the fees of the dump, or extra weight or days without a price. */
export type Bill =
  | { type: 'price'; quote: Quote }
  | { type: 'ask'; about: 'dump_fees' | 'extra_weight' | 'extra_days' };

/** What a customer pays with this weight, these days and items: the most, if they are the most that can happen. */
export function billWith(
  card: RateCard,
  input: QuoteInput,
  { weight, extraDays, items }: PossibleExtras,
): Bill {
  const rate = findRate(card, input);
  const hasDumpFees = rate?.price === null || rate?.includedWeight === null;
  if (hasDumpFees) return { type: 'ask', about: 'dump_fees' };
  try {
    const bill = quote(card, {
      ...input,
      extraDays: input.extraDays + extraDays,
      items: [...input.items, ...items],
      weights: [weight],
    });
    return { type: 'price', quote: bill };
  } catch (error) {
    if (!(error instanceof QuoteError)) throw error;
    if (error.reason === 'no_extra_day_price') return { type: 'ask', about: 'extra_days' };
    if (error.reason === 'no_overage_price') return { type: 'ask', about: 'extra_weight' };
    throw error;
  }
}

/** The bill of a rental with the heaviest load that may go into its dumpster; the weight in pounds. */
export type HighestBill = { weight: number; bill: Bill };

/**
 * The most that the weight can cost, with the days and items of `input` and no others. The heaviest load fills the
 * dumpster to the fill line, or is that of a project that fits into it. Throws as `quote` does.
 */
export function highestBill(card: RateCard, input: QuoteInput): HighestBill {
  const size = sizeOf(card, input.dumpsterSize);
  const material = materialOf(card, input.material);
  const full = (size.yards * material.densityHigh * fillHeight(size, material.fillLine)) / size.heightIn;
  const offered = offeredSizes(card, { rentalOption: input.rentalOption, material: material.id });
  const projects = card.projectPresets
    .filter((preset) => preset.material === material.id && fitsInto(preset, size, offered))
    .map((preset) => presetWeight(preset, material)[1]);
  const weight = Math.ceil(Math.max(full, ...projects));
  return { weight, bill: billWith(card, input, { weight, extraDays: 0, items: [] }) };
}

/** The size that a preset names, if it is offered, is the smallest for it; otherwise the one that holds its volume is. */
export function fitsInto(
  { size, volumeHigh }: Pick<ProjectPreset, 'size' | 'volumeHigh'>,
  { yards }: SizeOption,
  offered: readonly SizeOption[],
): boolean {
  return yards >= (offered.find(({ id }) => id === size)?.yards ?? volumeHigh);
}

/** The lowest and highest weight of a preset in pounds, by the density of its material where the preset states none. */
export function presetWeight(
  { volumeLow, volumeHigh, weightLow, weightHigh }: ProjectPreset,
  density: Pick<Material, 'densityLow' | 'densityHigh'> | undefined,
): [number, number] {
  if (weightHigh > 0) return [weightLow, weightHigh];
  return [volumeLow * (density?.densityLow ?? 0), volumeHigh * (density?.densityHigh ?? 0)];
}

/** '12 inches below the rim': staff write the fill line as text. */
const INCHES_BELOW = /(\d+(?:\.\d+)?)[ -]*(?:inch|in\b|["\u2033\u201d]).*\b(?:below|under|from)\b/i;

/** Inches from the floor to the fill line; the whole height where the text names no inches, so that it is the most. */
function fillHeight({ heightIn }: SizeOption, fillLine: string | null): number {
  const inches = Number(INCHES_BELOW.exec(fillLine ?? '')?.[1] ?? 0);
  return inches < heightIn ? heightIn - inches : heightIn;
}
