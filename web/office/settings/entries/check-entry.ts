import * as z from 'zod/mini';
import { SECTION_SCHEMAS } from '#contract/catalog.ts';
import type { RateCard } from '#domain/catalog/rate-card.ts';
import type { Issue } from '#domain/shared/errors.ts';
import type { FormErrors } from '#web/office/settings/section/form-errors.ts';
import {
  type EntryKind,
  type EntryOf,
  type EntrySection,
  type EntryValues,
  entriesOf,
} from './entry-kind.ts';

type Checked<S extends EntrySection> = { list: EntryOf<S>[]; index: number; errors: FormErrors };

/** The section with the typed entry in its place, checked by the schema that the server uses. */
export function checkEntry<S extends EntrySection>(
  kind: EntryKind<S>,
  { card, entry, values }: { card: RateCard; entry: EntryOf<S> | null; values: EntryValues },
): Checked<S> {
  const read = kind.read(values, entry);
  const { list, index } = withEntry(entriesOf(card, kind.section), read.entry);
  if (entry === null && index < list.length - 1) {
    const message = 'Another entry has this ID. Choose a different one.';
    return { list, index, errors: { fields: { ...read.errors, id: message }, other: [] } };
  }
  const parsed = z.safeParse(SECTION_SCHEMAS[kind.section], list);
  if (parsed.success && Object.keys(read.errors).length === 0)
    return { list: parsed.data as EntryOf<S>[], index, errors: { fields: {}, other: [] } };
  const issues = (parsed.error?.issues ?? []).map(({ path, message }) => ({ path: path.join('.'), message }));
  const { fields, other } = sortIssues(issues, { index, names: list.map((one) => kind.nameOf(one)), values });
  return { list, index, errors: { fields: { ...fields, ...read.errors }, other } };
}

/** The list with an entry in place of the one with its id, or at the end. */
function withEntry<T extends { id: string }>(list: readonly T[], entry: T): { list: T[]; index: number } {
  const found = list.findIndex(({ id }) => id === entry.id);
  const index = found < 0 ? list.length : found;
  return { list: list.toSpliced(index, 1, entry), index };
}

type Form = { index: number; names: readonly string[]; values: EntryValues };

/** Assigns issues such as '2.heightIn' to the fields of entry 2; those of other entries get their name. */
export function sortIssues(issues: readonly Issue[], { index, names, values }: Form): FormErrors {
  const fields: Record<string, string> = {};
  const other: string[] = [];
  for (const { path, message } of issues) {
    const { entry, field } = splitPath(path);
    const name = entry === null ? undefined : names[entry];
    if (entry === index && field in values) fields[field] ??= message;
    else other.push(name && entry !== index ? `${name}: ${message}` : message);
  }
  return { fields, other };
}

/** The entry and field of '2.heightIn'; in 'projectPresets.0.size' no entry, because the section is another one. */
function splitPath(path: string): { entry: number | null; field: string } {
  const [first = '', field = ''] = path.split('.');
  return /^\d+$/.test(first) ? { entry: Number(first), field } : { entry: null, field: '' };
}
