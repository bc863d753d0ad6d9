import { useMemo, useState } from 'react';
import type { CatalogDraft } from '#contract/catalog-draft.ts';
import { ConflictNotice } from '#web/kit/form/versioned/ConflictNotice.tsx';
import { Notice } from '#web/kit/ui/Notice.tsx';
import { Tabs } from '#web/kit/ui/Tabs.tsx';
import { DraftPage } from '#web/office/settings/DraftPage.tsx';
import { SaveBar } from '#web/office/settings/SaveBar.tsx';
import { type CellProblem, CellProblems, listProblems, ProblemSummary } from './CellProblems.tsx';
import { listPriceRows, makeGrid } from './grid-rows.ts';
import { PriceGrid } from './PriceGrid.tsx';
import { useSavePrices } from './use-save-prices.ts';

export default function PricesPage() {
  return (
    <DraftPage
      title="Prices"
      text="What each size costs for each rental period. Amounts in dollars."
      subject="The prices"
    >
      {(draft) => <Prices draft={draft} />}
    </DraftPage>
  );
}

function Prices({ draft }: { draft: CatalogDraft }) {
  const { base, history, error, isSaving, save, discard, noticeFor } = useSavePrices(draft);
  const { sections, publishedRates: published } = base;
  const materials = sections.materials.filter(({ isActive }) => isActive);
  const [picked, setPicked] = useState<string | null>(null);
  const [target, setTarget] = useState<CellProblem | null>(null);
  const [isComparing, setComparing] = useState(false);
  const { edits } = history;
  const grids = useMemo(
    () =>
      sections.materials
        .filter(({ isActive }) => isActive)
        .map(({ id, name }) => ({
          id,
          name,
          grid: makeGrid(listPriceRows(sections, id), { draft: sections.rates, published, edits }),
        })),
    [sections, published, edits],
  );
  const current = grids.find(({ id }) => id === picked) ?? grids[0];
  const material = materials.find(({ id }) => id === current?.id);
  if (!current || !material || current.grid.rows.length === 0)
    return (
      <Notice variant="attention" role="status">
        Prices need at least one material, one size and one rental period. Add them in the catalog first.
      </Notice>
    );
  const models = grids.map(({ grid }) => grid);
  const problems = listProblems(current, grids);
  const goTo = (problem: CellProblem) => {
    // Keeps the text of an open editor: a grid that is replaced by another material's has no blur.
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    setPicked(problem.material);
    setTarget(problem);
  };
  const saveOrGoToProblem = () => {
    if (problems[0]) goTo(problems[0]);
    else save(models);
  };
  const notice = noticeFor(saveOrGoToProblem);
  const table = (
    <PriceGrid
      key={current.id}
      label={`Prices: ${material.name}`}
      grid={current.grid}
      history={history}
      isComparing={isComparing}
      target={target?.material === current.id ? target : null}
      onTargetReached={() => setTarget(null)}
    />
  );
  return (
    <div className="space-y-4">
      {notice && <ConflictNotice kind="price list" {...notice} />}
      {grids.length > 1 ? (
        <Tabs
          label="Materials"
          tabs={materials.map(({ id, name }) => ({ name: id, label: name }))}
          current={current.id}
          onPick={setPicked}
        >
          {table}
        </Tabs>
      ) : (
        table
      )}
      <label className="touch inline-flex items-center gap-2 text-sm">
        <input
          type="checkbox"
          name="isComparing"
          checked={isComparing}
          onChange={(event) => setComparing(event.target.checked)}
          className="size-5 accent-brand"
        />
        Compare with the published prices
      </label>
      <SaveBar
        changes={Object.keys(edits).length}
        problem={<ProblemSummary problems={problems} />}
        error={error}
        isSaving={isSaving}
        onSave={saveOrGoToProblem}
        onDiscard={discard}
      >
        {problems.length > 0 && <CellProblems problems={problems} onPick={goTo} />}
      </SaveBar>
    </div>
  );
}
