import type { Material, Rate, RateCard, RentalPeriod, SizeOption } from './rate-card.ts';

/** What names a rate: the ids of a rental option, a size and a material. */
export type RateKey = Pick<Rate, 'rentalOption' | 'dumpsterSize' | 'material'>;

/** The rental option of a booking's own rate card. Throws when the card does not have it. */
export function rentalOptionOf(card: RateCard, id: string): RentalPeriod {
  return getEntry(card.rentalOptions, id, 'rental option');
}

/** The size of a booking's own rate card. Throws when the card does not have it. */
export function sizeOf(card: RateCard, id: string): SizeOption {
  return getEntry(card.dumpsterSizes, id, 'dumpster size');
}

/** The material of a booking's own rate card. Throws when the card does not have it. */
export function materialOf(card: RateCard, id: string): Material {
  return getEntry(card.materials, id, 'material');
}

/** '7-Day, 15-Yard'; with the material, if the card has several. An id that the card does not have stands for itself. */
export function rateName(card: RateCard, key: RateKey): string {
  const rental = card.rentalOptions.find(({ id }) => id === key.rentalOption)?.label ?? key.rentalOption;
  const names = [rental, entryName(card.dumpsterSizes, key.dumpsterSize)];
  if (card.materials.length > 1) names.push(entryName(card.materials, key.material));
  return names.join(', ');
}

/** The name of an entry, or its id when the list does not have it. */
export function entryName(entries: readonly { id: string; name: string }[], wanted: string): string {
  return entries.find(({ id }) => id === wanted)?.name ?? wanted;
}

/** The id of a rental option from its id, title or label in any case ('7-Day Rental'); null when unknown. */
export function parseRentalOption(card: RateCard, text: string): string | null {
  return idFromText(card.rentalOptions, text, ({ id, title, label }) => [id, `${id} rental`, title, label]);
}

/** The id of a dumpster size from its id or name in any case; null when unknown. */
export function parseDumpsterSize(card: RateCard, text: string): string | null {
  return idFromText(card.dumpsterSizes, text, ({ id, name }) => [id, name]);
}

/** The id of a material from its id or name in any case; null when unknown. */
export function parseMaterial(card: RateCard, text: string): string | null {
  return idFromText(card.materials, text, ({ id, name }) => [id, name]);
}

/** The rate that a customer can book; null when the three are not offered together. */
export function findRate(card: RateCard, key: RateKey): Rate | null {
  const rate = card.rates.find(
    ({ rentalOption, dumpsterSize, material }) =>
      rentalOption === key.rentalOption && dumpsterSize === key.dumpsterSize && material === key.material,
  );
  return rate && isOffered(card, rate) ? rate : null;
}

/** Every rate that a customer can book, in the order of the card. */
export function offeredRates(card: RateCard): Rate[] {
  return card.rates.filter((rate) => isOffered(card, rate));
}

/** The card with only the entries that customers can choose or see: active ones, and the offered rates. */
export function offeredCard(card: RateCard): RateCard {
  const { materials, dumpsterSizes } = card;
  return {
    ...card,
    rentalOptions: card.rentalOptions.filter((option) => option.isActive),
    dumpsterSizes: dumpsterSizes.filter((size) => size.isActive),
    materials: materials.filter((material) => material.isActive),
    projectPresets: card.projectPresets.filter(
      ({ material, size }) =>
        isActive(materials, material) && (size === null || isActive(dumpsterSizes, size)),
    ),
    rates: offeredRates(card),
    chargeItems: card.chargeItems.filter((item) => item.isActive),
  };
}

/** The rental options with an offered rate, in order. */
export function offeredRentalOptions(card: RateCard): RentalPeriod[] {
  const offered = new Set(offeredRates(card).map(({ rentalOption }) => rentalOption));
  return card.rentalOptions.filter(({ id }) => offered.has(id));
}

/** The materials with an offered rate (for a rental option), in order. With a single one, customers see no choice. */
export function offeredMaterials(card: RateCard, within: Pick<Partial<RateKey>, 'rentalOption'> = {}) {
  const offered = new Set(ratesWithin(card, within).map(({ material }) => material));
  return card.materials.filter(({ id }) => offered.has(id));
}

/** The sizes with an offered rate (for a rental option, for a material), in order. */
export function offeredSizes(card: RateCard, within: Omit<Partial<RateKey>, 'dumpsterSize'> = {}) {
  const offered = new Set(ratesWithin(card, within).map(({ dumpsterSize }) => dumpsterSize));
  return card.dumpsterSizes.filter(({ id }) => offered.has(id));
}

function ratesWithin(card: RateCard, { rentalOption, material }: Partial<RateKey>): Rate[] {
  return offeredRates(card).filter(
    (rate) =>
      (rentalOption === undefined || rate.rentalOption === rentalOption) &&
      (material === undefined || rate.material === material),
  );
}

/** A retired entry and a size that the material must not go into hide the rate, so that no cell needs to change. */
function isOffered(card: RateCard, rate: Rate): boolean {
  const material = card.materials.find(({ id }) => id === rate.material);
  return (
    rate.isOffered &&
    isActive(card.rentalOptions, rate.rentalOption) &&
    isActive(card.dumpsterSizes, rate.dumpsterSize) &&
    material?.isActive === true &&
    (material.sizes === null || material.sizes.includes(rate.dumpsterSize))
  );
}

function isActive(entries: readonly { id: string; isActive: boolean }[], wanted: string): boolean {
  return entries.some((entry) => entry.id === wanted && entry.isActive);
}

function getEntry<T extends { id: string }>(entries: readonly T[], wanted: string, kind: string): T {
  const entry = entries.find(({ id }) => id === wanted);
  if (!entry) throw new Error(`The rate card has no ${kind} ${wanted}`);
  return entry;
}

/** An id wins over a name: staff can name one entry like the id of another. */
function idFromText<T extends { id: string }>(
  entries: readonly T[],
  text: string,
  namesOf: (entry: T) => string[],
): string | null {
  const wanted = text.trim().toLowerCase();
  const exact = entries.find(({ id }) => id === wanted);
  return (
    (exact ?? entries.find((entry) => namesOf(entry).some((name) => name.toLowerCase() === wanted)))?.id ??
    null
  );
}
