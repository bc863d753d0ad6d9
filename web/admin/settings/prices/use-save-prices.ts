import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { CatalogDraft } from '#contract/catalog-draft.ts';
import type { Rate } from '#domain/catalog/rate-card.ts';
import { catalogDraftQuery, useSaveSection } from '#web/api/catalog-draft.ts';
import { toastFailure } from '#web/form/failure.ts';
import { type Stale, staleOf } from '#web/form/versioned/use-versioned-save.ts';
import { tabStorage } from '#web/ui/browser/storage.ts';
import { toast } from '#web/ui/toast/toast-store.ts';
import { COLUMNS, cellText } from './cells.ts';
import { cellKey, type Edits, type PriceGridModel, priceRowsOf, rowKey } from './grid-rows.ts';
import { useEditHistory } from './use-edit-history.ts';

const STORED_EDITS = 'settings-prices';

/** A cell that was edited here and changed by a colleague. */
type SharedCell = { name: string; current: string; input: string };
/** Prices that a colleague saved after this page read them. */
export type SavedByOthers = { stale: Stale; cells: SharedCell[] };

/**
 * The unsaved cells, which survive a reload, and their saving. When a colleague has saved prices since, the newer ones
 * are loaded below the unsaved cells, and `conflict` names the cells that both have changed.
 */
export function useSavePrices(draft: CatalogDraft) {
  const client = useQueryClient();
  const saving = useSaveSection('rates');
  const [conflict, setConflict] = useState<SavedByOthers | null>(null);
  const history = useEditHistory(readEdits(), (edits) =>
    Object.keys(edits).length > 0
      ? tabStorage.set(STORED_EDITS, JSON.stringify(edits))
      : tabStorage.remove(STORED_EDITS),
  );
  const save = async (grids: readonly PriceGridModel[]) => {
    const value = ratesOf(draft, grids);
    if (!value) return;
    try {
      await saving.mutateAsync({ value, etag: draft.etags.rates });
      setConflict(null);
      history.reset();
      toast({
        variant: 'plain',
        title: 'Draft saved',
        text: 'Customers see the prices after you publish them.',
      });
    } catch (error) {
      const stale = staleOf(error);
      if (!stale) return toastFailure('The prices could not be saved.', error);
      const newer = await client.fetchQuery({ ...catalogDraftQuery(), staleTime: 0 });
      setConflict({ stale, cells: sharedCells(draft, newer, history.edits) });
    }
  };
  return {
    history,
    conflict,
    isSaving: saving.isPending,
    save: (grids: readonly PriceGridModel[]) => void save(grids),
  };
}

/** All rates of the draft with those of the grids; null while a grid has an error. */
function ratesOf(draft: CatalogDraft, grids: readonly PriceGridModel[]): Rate[] | null {
  const shown = grids.flatMap(({ rates }) => rates ?? []);
  if (grids.some(({ rates }) => rates === null)) return null;
  const inGrids = new Set(grids.flatMap(({ rows }) => rows.map(rowKey)));
  const others = draft.sections.rates.filter((rate) => !inGrids.has(rowKey(rate)));
  return [...shown, ...others];
}

/** The edited cells whose saved value differs between the two versions of the draft. */
function sharedCells(before: CatalogDraft, newer: CatalogDraft, edits: Edits): SharedCell[] {
  const rows = newer.sections.materials.flatMap(({ id }) => priceRowsOf(newer.sections, id));
  return rows.flatMap((row) =>
    COLUMNS.flatMap(({ field, label }) => {
      const input = edits[cellKey(row, field)];
      if (input === undefined) return [];
      const [old, current] = [before, newer].map(({ sections }) => {
        const rate = sections.rates.find((one) => rowKey(one) === rowKey(row));
        return rate ? cellText(field, rate[field]) : '';
      });
      return old === current ? [] : [{ name: `${row.title}: ${label}`, current: current ?? '', input }];
    }),
  );
}

function readEdits(): Edits {
  try {
    const stored: unknown = JSON.parse(tabStorage.get(STORED_EDITS) ?? '{}');
    const entries = Object.entries(stored ?? {}).filter(
      (entry): entry is [string, string] => typeof entry[1] === 'string',
    );
    return Object.fromEntries(entries);
  } catch {
    return {};
  }
}
