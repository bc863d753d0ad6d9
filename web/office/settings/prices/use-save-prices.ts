import { useEffect, useState } from 'react';
import type { CatalogDraft } from '#contract/catalog-draft.ts';
import type { Rate, RateCard } from '#domain/catalog/rate-card.ts';
import { failureText } from '#web/kit/form/failure.ts';
import type { FieldValues } from '#web/office/settings/section/stored-input.ts';
import { toastDraftSaved } from '#web/office/settings/section/use-section-form.ts';
import { useSectionInput } from '#web/office/settings/section/use-section-input.ts';
import { COLUMNS, cellText } from './cells.ts';
import { cellKey, type Edits, listPriceRows, type PriceGridModel, rowKey } from './grid-rows.ts';
import { useEditHistory } from './use-edit-history.ts';

/** The unsaved cells, which survive a reload, and their saving. `base` is the draft below them. */
export function useSavePrices(draft: CatalogDraft) {
  const input = useSectionInput({
    section: 'rates',
    draft,
    fieldsOf: cellsOf,
    labelOf: labelIn(draft.sections),
  });
  const { base, keep } = input;
  const history = useEditHistory(textsOf(input.stored));
  const { edits } = history;
  const [error, setError] = useState<string | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: stores each new state of the edits
  useEffect(() => keep(edits), [edits, base]);
  const save = async (grids: readonly PriceGridModel[]) => {
    const value = ratesOf(base, grids);
    if (!value) return;
    setError(null);
    const outcome = await input.save(value, edits);
    if (outcome.status === 'saved') {
      input.settle();
      history.settle(edits);
      toastDraftSaved('Customers see the prices after you publish them.');
    }
    if (outcome.status === 'failed') setError(failureText('The prices could not be saved.', outcome.error));
  };
  return {
    base,
    history,
    error,
    isSaving: input.isPending,
    save: (grids: readonly PriceGridModel[]) => void save(grids),
    discard: () => {
      setError(null);
      input.settle();
      history.reset();
    },
    /** For a ConflictNotice. `onOverwrite` saves over the newer values. */
    noticeFor: (onOverwrite: () => void) =>
      input.noticeFor(
        (cells) => history.settle(Object.fromEntries(cells.map((cell) => [cell, edits[cell] ?? '']))),
        onOverwrite,
      ),
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

/** The text of every cell of the grids, by its key. */
function cellsOf(card: RateCard): FieldValues {
  const rates = new Map(card.rates.map((rate) => [rowKey(rate), rate]));
  const cells = rowsOf(card).flatMap((row) => {
    const rate = rates.get(rowKey(row));
    return COLUMNS.map(({ field }) => [cellKey(row, field), rate ? cellText(field, rate[field]) : '']);
  });
  return Object.fromEntries(cells);
}

/** '15-Yard, 7-Day: Deposit' */
function labelIn(card: RateCard): (cell: string) => string {
  return (cell) => {
    const row = rowsOf(card).find((one) => cell.startsWith(`${rowKey(one)} `));
    const column = COLUMNS.find(({ field }) => cell.endsWith(` ${field}`));
    return row && column ? `${row.title}: ${column.label}` : cell;
  };
}

function rowsOf(card: RateCard) {
  return card.materials.flatMap(({ id }) => listPriceRows(card, id));
}

function textsOf(stored: FieldValues): Edits {
  return Object.fromEntries(Object.entries(stored).map(([cell, text]) => [cell, String(text)]));
}
