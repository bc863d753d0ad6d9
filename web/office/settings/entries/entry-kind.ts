import type { ComponentType } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import type { CatalogDraft, CatalogUsage } from '#contract/catalog-draft.ts';
import type { RateCard } from '#domain/catalog/rate-card.ts';

/** The sections of the catalog that are lists of entries with an id and a name. */
export type EntrySection =
  | 'dumpsterSizes'
  | 'rentalOptions'
  | 'materials'
  | 'projectPresets'
  | 'chargeItems'
  | 'taxRules';
export type EntryOf<S extends EntrySection> = RateCard[S][number];

/** What is typed into the form of an entry, by the names of the contract. */
export type EntryValues = Record<string, string | boolean | string[]>;
export type EntryForm = UseFormReturn<EntryValues>;

/** An entry as it is typed, and the errors of the fields that cannot be read. */
type ReadEntry<T> = { entry: T; errors: Record<string, string> };

export type FieldsProps<T> = {
  form: EntryForm;
  /** A registered field and its error. */
  bind: (name: string) => ReturnType<EntryForm['register']> & { error: string | undefined };
  draft: CatalogDraft;
  /** Null for a new entry. */
  entry: T | null;
};

type FactsProps<T> = { entry: T; draft: CatalogDraft };

/** How the entries of a section are listed and edited. */
export type EntryKind<S extends EntrySection = EntrySection> = {
  section: S;
  /** 'size': in buttons and sentences. */
  noun: string;
  /** 'Sizes' */
  title: string;
  /** What an empty list says. */
  empty: string;
  /** What to do after an entry was added. */
  afterAdding: string;
  nameOf: (entry: EntryOf<S>) => string;
  /** Labels of the fields, for conflicts. */
  labels: Record<string, string>;
  /** The form of an entry; null for a new one. */
  valuesOf: (entry: EntryOf<S> | null, card: RateCard) => EntryValues;
  read: (values: EntryValues, entry: EntryOf<S> | null) => ReadEntry<EntryOf<S>>;
  Fields: ComponentType<FieldsProps<EntryOf<S>>>;
  /** An entry at a glance, in the list below its name. */
  Facts: ComponentType<FactsProps<EntryOf<S>>>;
  Picture?: ComponentType<FactsProps<EntryOf<S>>>;
  /** A word beside the name; null without one. */
  badgeOf?: (entry: EntryOf<S>) => string | null;
};

export function entriesOf<S extends EntrySection>(card: RateCard, section: S): EntryOf<S>[] {
  return card[section] as EntryOf<S>[];
}

/** Entries without a status are always offered. */
export function isOfferedEntry(entry: EntryOf<EntrySection>): boolean {
  return !('isActive' in entry) || entry.isActive;
}

export type Usage = { isPublished: boolean; bookings: number; units?: number };

/** What refers to an entry; null in sections whose entries nothing refers to. */
export function usageOf(usage: CatalogUsage, section: EntrySection, id: string): Usage | null {
  if (!(section in usage)) return null;
  return usage[section as keyof CatalogUsage][id] ?? { isPublished: false, bookings: 0 };
}

/** '3 units and 12 upcoming bookings'; null if there are none. */
export function usageText({ units = 0, bookings }: Usage): string | null {
  const parts = [counted(units, 'unit'), counted(bookings, 'upcoming booking')].filter(Boolean);
  return parts.join(' and ') || null;
}

function counted(count: number, noun: string): string {
  return count > 0 ? `${count} ${noun}${count === 1 ? '' : 's'}` : '';
}
