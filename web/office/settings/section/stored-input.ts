import * as z from 'zod/mini';
import { CATALOG_SECTIONS } from '#contract/catalog-draft.ts';
import type { CatalogSection } from '#domain/catalog/rate-card.ts';
import { tabStorage } from '#web/kit/ui/browser/storage.ts';

const fieldValue = z.union([z.string(), z.boolean(), z.array(z.string())]);
const fields = z.record(z.string(), fieldValue);
/** What a form shows of a section, by field. */
export type FieldValues = Readonly<z.output<typeof fields>>;
export type FieldValue = z.output<typeof fieldValue>;

const storedInput = z.object({
  /** The entry that the form changes; null for a new one and for a form of the whole section. */
  id: z.nullable(z.string()),
  /** The version of the section that the input changes. */
  etag: z.string(),
  /** The values of the changed fields in that version. */
  before: fields,
  /** What was typed into them. */
  input: fields,
});
type StoredInput = z.output<typeof storedInput>;

const keyOf = (section: CatalogSection) => `settings-draft-${section}`;

/** What was typed into the form of a section and is not saved, also before a reload; null without any. */
export function readInput(section: CatalogSection): StoredInput | null {
  try {
    const parsed = z.safeParse(storedInput, JSON.parse(tabStorage.get(keyOf(section)) ?? 'null'));
    return parsed.success ? parsed.data : null;
  } catch {
    return null;
  }
}

export function storeInput(section: CatalogSection, input: StoredInput): void {
  tabStorage.set(keyOf(section), JSON.stringify(input));
}

export function clearInput(section: CatalogSection): void {
  tabStorage.remove(keyOf(section));
}

const ZIPS_KEY = 'settings-zips';

const pastedZips = z.object({ zone: z.string(), text: z.string() });
type PastedZips = z.output<typeof pastedZips>;

/** ZIP codes that were pasted for a zone and are not saved, also before a reload; null without any. */
export function readPastedZips(): PastedZips | null {
  try {
    const parsed = z.safeParse(pastedZips, JSON.parse(tabStorage.get(ZIPS_KEY) ?? 'null'));
    return parsed.success ? parsed.data : null;
  } catch {
    return null;
  }
}

/** An empty text removes what is stored. */
export function storePastedZips(pasted: PastedZips): void {
  if (pasted.text.trim() === '') tabStorage.remove(ZIPS_KEY);
  else tabStorage.set(ZIPS_KEY, JSON.stringify(pasted));
}

/** The sections with input that is not saved to the draft. */
export function unsavedSections(): CatalogSection[] {
  const hasZips = readPastedZips() !== null;
  return CATALOG_SECTIONS.filter((section) => readInput(section) !== null || (section === 'area' && hasZips));
}
