import { type Bill, billWith, fitsInto, presetWeight } from './bill.ts';
import { findRate, offeredMaterials, offeredSizes } from './entries.ts';
import type { QuoteInput } from './quote.ts';
import type { Material, ProjectPreset, RateCard, SizeOption } from './rate-card.ts';

/** A project, or the items that the customer counted, by the ids of their presets. */
export type ProjectInput =
  | { type: 'project'; preset: string }
  | { type: 'items'; items: readonly { preset: string; count: number }[] };

/** Where and how long: all of a price but the size and the material. */
export type ChooseInput = Omit<QuoteInput, 'dumpsterSize' | 'material' | 'weights'>;

/** What the lightest and the heaviest load costs in a size, cents, tax included. `includedWeight`: pounds. */
type ComparedSize = { size: SizeOption; cost: AmountRange; includedWeight: number };

export type AmountRange = { low: number; high: number };

export type Suggestion =
  | {
      type: 'size';
      material: Material;
      size: SizeOption;
      /** Dumpsters of this size that the highest volume fills; above 1 only when no offered size is large enough. */
      loads: number;
      /** Cubic yards. */
      volume: AmountRange;
      /** Pounds. */
      weight: AmountRange;
      /** The price at the lowest and the highest weight; null for several loads and for deposit-only rates. */
      bill: { low: Bill; high: Bill } | null;
      /** Every size that fits with the most that this load can cost in it, cheapest first; empty without a choice. */
      compared: ComparedSize[];
    }
  /** Heavy materials must not be mixed with others: a dumpster for each. */
  | { type: 'separate'; materials: Material[] }
  /** Nothing is chosen, or its material is not offered for this rental. */
  | { type: 'none' };

/**
 * The size for a project with its weight range and its bill at both ends: of the sizes that
 * hold it the one in which its highest weight costs least.
 */
export function helpMeChoose(card: RateCard, project: ProjectInput, input: ChooseInput): Suggestion {
  const counted = listCountedPresets(card, project);
  const materials = card.materials.filter(({ id }) => counted.some(({ preset }) => preset.material === id));
  if (materials.length > 1 && materials.some(({ sizes }) => sizes !== null))
    return { type: 'separate', materials };
  const offered = offeredMaterials(card, { rentalOption: input.rentalOption });
  const material = materials.find(({ id }) => offered.some((entry) => entry.id === id));
  if (!material) return { type: 'none' };
  const volume = sumPresetRanges(counted, (preset) => [preset.volumeLow, preset.volumeHigh]);
  const weight = sumPresetRanges(counted, (preset) =>
    presetWeight(
      preset,
      card.materials.find(({ id }) => id === preset.material),
    ),
  );
  const sizes = offeredSizes(card, { rentalOption: input.rentalOption, material: material.id });
  const named = counted.length === 1 ? (counted[0]?.preset.size ?? null) : null;
  const bySize = [...sizes].sort((a, b) => a.yards - b.yards);
  const fitting = bySize.filter((option) =>
    fitsInto({ size: named, volumeHigh: volume.high }, option, sizes),
  );
  const billAt = (dumpsterSize: string, pounds: number) => {
    const key = { ...input, dumpsterSize, material: material.id };
    return billWith(card, key, { weight: pounds, extraDays: 0, items: [] });
  };
  const compared = compareSizes(fitting, (size) => {
    const key = { rentalOption: input.rentalOption, material: material.id, dumpsterSize: size.id };
    const includedWeight = findRate(card, key)?.includedWeight ?? 0;
    return { size, includedWeight, low: billAt(size.id, weight.low), high: billAt(size.id, weight.high) };
  });
  const size = compared[0]?.size ?? fitting[0] ?? bySize.at(-1);
  if (!size) return { type: 'none' };
  const loads = fitting.length > 0 ? 1 : Math.max(1, Math.ceil(volume.high / size.yards));
  const bill = { low: billAt(size.id, weight.low), high: billAt(size.id, weight.high) };
  const hasBill = loads === 1 && bill.low.type === 'price';
  return { type: 'size', material, size, loads, volume, weight, bill: hasBill ? bill : null, compared };
}

/**
 * The sizes by the most that the load can cost; the smaller of two equal ones first. Empty if that of the smallest size
 * is not known: it could be the cheapest.
 */
function compareSizes(
  fitting: readonly SizeOption[],
  billsOf: (size: SizeOption) => Omit<ComparedSize, 'cost'> & { low: Bill; high: Bill },
): ComparedSize[] {
  const compared = fitting
    .map(billsOf)
    .flatMap(({ low, high, ...size }) =>
      low.type === 'price' && high.type === 'price'
        ? [{ ...size, cost: { low: low.quote.total, high: high.quote.total } }]
        : [],
    );
  if (compared[0]?.size !== fitting[0]) return [];
  return compared.sort((a, b) => a.cost.high - b.cost.high);
}

type CountedPreset = { preset: ProjectPreset; count: number };

/** Presets that the card no longer has are left out, and items with a count of 0. */
function listCountedPresets({ projectPresets }: RateCard, project: ProjectInput): CountedPreset[] {
  const wanted = project.type === 'project' ? [{ preset: project.preset, count: 1 }] : project.items;
  return wanted.flatMap(({ preset: id, count }) => {
    const preset = projectPresets.find((entry) => entry.id === id);
    return preset && count > 0 ? [{ preset, count }] : [];
  });
}

function sumPresetRanges(
  counted: readonly CountedPreset[],
  rangeOf: (preset: ProjectPreset) => [number, number],
): AmountRange {
  const range = { low: 0, high: 0 };
  for (const { preset, count } of counted) {
    const [low, high] = rangeOf(preset);
    range.low += count * low;
    range.high += count * high;
  }
  return range;
}
