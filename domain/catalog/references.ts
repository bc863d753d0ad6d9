import type { Issue } from '#domain/shared/errors.ts';
import type { CatalogSection, RateCard } from './rate-card.ts';
import { rateKey } from './sections.ts';

/**
 * The references of a changed section that lead nowhere, so that the draft's tables cannot store it. Paths begin with a
 * field of the section, or with the name of the section that refers to a removed entry.
 */
export function brokenReferences(section: CatalogSection, card: RateCard): Issue[] {
  switch (section) {
    case 'rates':
      return [...unknownRates(card), ...repeatedRates(card)];
    case 'projectPresets':
      return presetIssues(card, '');
    case 'dumpsterSizes':
    case 'materials':
      return presetIssues(card, 'projectPresets.');
    default:
      return [];
  }
}

function unknownRates(card: RateCard): Issue[] {
  const [options, sizes, materials] = [card.rentalOptions, card.dumpsterSizes, card.materials].map(
    (entries) => new Set(entries.map(({ id }) => id)),
  );
  return card.rates.flatMap(({ rentalOption, dumpsterSize, material }, index) => [
    ...unknown(options, rentalOption, { path: `${index}.rentalOption`, what: 'rental period' }),
    ...unknown(sizes, dumpsterSize, { path: `${index}.dumpsterSize`, what: 'size' }),
    ...unknown(materials, material, { path: `${index}.material`, what: 'material' }),
  ]);
}

function repeatedRates({ rates }: RateCard): Issue[] {
  const seen = new Set<string>();
  return rates.flatMap((rate, index) => {
    const key = rateKey(rate);
    const issue = { path: `${index}`, message: 'The list has this rental period, size and material twice' };
    if (seen.has(key)) return [issue];
    seen.add(key);
    return [];
  });
}

function presetIssues({ projectPresets, materials, dumpsterSizes }: RateCard, prefix: string): Issue[] {
  const [materialIds, sizeIds] = [materials, dumpsterSizes].map(
    (entries) => new Set(entries.map(({ id }) => id)),
  );
  return projectPresets.flatMap(({ name, material, size }, index) => {
    const of = `${name}: `;
    const path = `${prefix}${index}`;
    return [
      ...unknown(materialIds, material, { path: `${path}.material`, what: 'material', of }),
      ...(size === null ? [] : unknown(sizeIds, size, { path: `${path}.size`, what: 'size', of })),
    ];
  });
}

type Place = { path: string; what: string; of?: string };

function unknown(ids: ReadonlySet<string> | undefined, id: string, { path, what, of = '' }: Place): Issue[] {
  return ids?.has(id) ? [] : [{ path, message: `${of}no ${what} has the id ${id}` }];
}
