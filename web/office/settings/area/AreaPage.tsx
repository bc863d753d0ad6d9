import { useState } from 'react';
import type { CatalogDraft } from '#contract/catalog-draft.ts';
import type { ServiceArea, Zone } from '#domain/catalog/rate-card.ts';
import { formatUsd } from '#domain/shared/money.ts';
import { formatCount } from '#domain/shared/text.ts';
import { Named } from '#web/kit/form/dialog/MutationDialog.tsx';
import { failureText, toastFailure } from '#web/kit/form/failure.ts';
import { ConflictNotice } from '#web/kit/form/versioned/ConflictNotice.tsx';
import { RowButton } from '#web/kit/table/RowButton.tsx';
import { Button } from '#web/kit/ui/Button.tsx';
import { ConfirmDialog } from '#web/kit/ui/dialog/ConfirmDialog.tsx';
import { DraftPage } from '#web/office/settings/DraftPage.tsx';
import { readInput, readPastedZips } from '#web/office/settings/section/stored-input.ts';
import { useSectionChange } from '#web/office/settings/section/use-section-edit.ts';
import { toastDraftSaved } from '#web/office/settings/section/use-section-form.ts';
import { DeclinedZips } from './DeclinedZips.tsx';
import { TryZip } from './TryZip.tsx';
import { ZipsDialog } from './ZipsDialog.tsx';
import { ZoneDialog } from './ZoneDialog.tsx';

export default function AreaPage() {
  return (
    <DraftPage
      title="Service area"
      text="Where you deliver, and what a delivery to each zone costs."
      subject="The service area"
    >
      {(draft) => <Area draft={draft} />}
    </DraftPage>
  );
}

type OpenDialog = { kind: 'edit' | 'zips' | 'remove'; id: string } | { kind: 'add' };

function Area({ draft }: { draft: CatalogDraft }) {
  const { area } = draft.sections;
  const change = useSectionChange('area', draft);
  const [open, setOpen] = useState<OpenDialog | null>(() => storedDialog(area));
  const close = () => setOpen(null);
  const count = (zone: Zone) => draft.zoneZipCounts[zone.id] ?? 0;
  const pickMode = async (mode: ServiceArea['mode']) => {
    const outcome = await change.apply((saved) => ({ ...saved, mode }));
    if (outcome.status === 'saved') toastDraftSaved();
    if (outcome.status === 'failed') toastFailure('The service area could not be saved.', outcome.error);
  };
  const zone = open && 'id' in open ? area.zones.find(({ id }) => id === open.id) : undefined;
  return (
    <div className="space-y-6">
      {change.notice && <ConflictNotice kind="service area" {...change.notice} />}
      <ModeChoice area={area} isPending={change.isPending} onPick={(mode) => void pickMode(mode)} />
      <section aria-labelledby="zones" className="space-y-3">
        <div className="flex flex-wrap items-center justify-between gap-3">
          <h2 id="zones" className="text-xl">
            Zones
          </h2>
          <Button className="max-sm:w-full" onClick={() => setOpen({ kind: 'add' })}>
            Add zone
          </Button>
        </div>
        {area.zones.length === 0 && (
          <p className="rounded-lg border border-edge border-dashed px-5 py-8 text-center text-ink-soft">
            No zones yet. A zone is a list of ZIP codes with a surcharge, such as 'North' or 'Over 20 miles'.
          </p>
        )}
        {area.zones.length > 0 && (
          <ul
            aria-label="Zones"
            className="divide-y divide-line overflow-hidden rounded-lg border border-line bg-surface"
          >
            {area.zones.map((one) => (
              <ZoneRow
                key={one.id}
                zone={one}
                zips={count(one)}
                onOpen={(kind) => setOpen({ kind, id: one.id })}
              />
            ))}
          </ul>
        )}
      </section>
      <TryZip />
      <DeclinedZips />
      {open?.kind === 'add' && <ZoneDialog draft={draft} id={null} onClose={close} />}
      {open?.kind === 'edit' && <ZoneDialog draft={draft} id={open.id} onClose={close} />}
      {open?.kind === 'zips' && zone && <ZipsDialog zone={zone} zones={area.zones} onClose={close} />}
      {open?.kind === 'remove' && zone && (
        <RemoveDialog zone={zone} zips={count(zone)} change={change} onClose={close} />
      )}
    </div>
  );
}

/** The dialog that was open with unsaved input before a reload. */
function storedDialog({ zones }: ServiceArea): OpenDialog | null {
  const pasted = readPastedZips();
  if (pasted && zones.some(({ id }) => id === pasted.zone)) return { kind: 'zips', id: pasted.zone };
  const stored = readInput('area');
  if (!stored) return null;
  return stored.id === null ? { kind: 'add' } : { kind: 'edit', id: stored.id };
}

type RemoveProps = {
  zone: Zone;
  zips: number;
  change: ReturnType<typeof useSectionChange<'area'>>;
  onClose: () => void;
};

function RemoveDialog({ zone, zips, change, onClose }: RemoveProps) {
  const [error, setError] = useState<string | null>(null);
  const remove = async () => {
    const outcome = await change.apply((area) => ({
      ...area,
      zones: area.zones.filter(({ id }) => id !== zone.id),
    }));
    if (outcome.status === 'saved') toastDraftSaved(`${zone.name} was removed from the draft.`);
    if (outcome.status === 'failed')
      return setError(failureText('The zone could not be removed.', outcome.error));
    // After a conflict the page asks whether the zone is removed from the newer area.
    onClose();
  };
  return (
    <ConfirmDialog
      title="Remove this zone?"
      confirmText="Remove zone"
      pendingText="Removing..."
      isPending={change.isPending}
      error={error}
      onConfirm={() => void remove()}
      onClose={onClose}
    >
      <p>
        <Named>{zone.name}</Named> is removed from the draft
        {zips > 0 && `, and its ${zipCount(zips)} ${zips === 1 ? 'is' : 'are'} in no zone then`}.
      </p>
    </ConfirmDialog>
  );
}

const MODES = [
  { mode: 'everywhere', label: 'Deliver everywhere', text: 'Zones only set surcharges.' },
  {
    mode: 'listed',
    label: 'Deliver to the listed ZIP codes only',
    text: 'Other customers see a polite refusal with your phone number.',
  },
] as const;

type ModeProps = { area: ServiceArea; isPending: boolean; onPick: (mode: ServiceArea['mode']) => void };

function ModeChoice({ area, isPending, onPick }: ModeProps) {
  return (
    <fieldset className="rounded-lg border border-line bg-surface px-4 py-3">
      <legend className="sr-only">Where you deliver</legend>
      <div className="grid gap-2 sm:grid-cols-2">
        {MODES.map(({ mode, label, text }) => (
          <label key={mode} className="touch flex cursor-pointer items-start gap-3 rounded-md p-2">
            <input
              type="radio"
              name="mode"
              value={mode}
              checked={area.mode === mode}
              disabled={isPending}
              onChange={() => onPick(mode)}
              className="mt-1 size-5 shrink-0 accent-brand"
            />
            <span>
              <span className="block font-semibold">{label}</span>
              <span className="block text-ink-soft text-sm">{text}</span>
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

type ZoneProps = { zone: Zone; zips: number; onOpen: (kind: 'edit' | 'zips' | 'remove') => void };

function ZoneRow({ zone, zips, onOpen }: ZoneProps) {
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-3 p-4">
      <div className="wrap-anywhere min-w-0 flex-1 basis-72 space-y-0.5 text-sm max-sm:basis-full">
        <h3 className="text-lg">
          <bdi>{zone.name}</bdi>
        </h3>
        <p className="tabular-nums">
          {zone.surcharge > 0 ? `${formatUsd(zone.surcharge)} surcharge` : 'No surcharge'}
          {' · '}
          <span className={zips === 0 ? 'text-danger' : ''}>
            {zips === 0 ? 'No ZIP codes yet' : zipCount(zips)}
          </span>
        </p>
        <p className="text-ink-soft">{streetText(zone)}</p>
      </div>
      <div className="flex flex-wrap items-center gap-2 max-sm:w-full max-sm:justify-end">
        <RowButton onClick={() => onOpen('zips')}>
          ZIP codes <span className="sr-only">of {zone.name}</span>
        </RowButton>
        <RowButton onClick={() => onOpen('edit')}>
          Edit <span className="sr-only">{zone.name}</span>
        </RowButton>
        <RowButton onClick={() => onOpen('remove')}>
          Remove <span className="sr-only">{zone.name}</span>
        </RowButton>
      </div>
    </li>
  );
}

function streetText({ streetRule }: Zone): string {
  if (!streetRule) return 'Placement on a street needs no permit.';
  const who = streetRule.permitBy === 'customer' ? 'the customer applies' : 'you apply';
  const days = streetRule.leadDays === 1 ? '1 extra day' : `${streetRule.leadDays} extra days`;
  return `Street permit: ${who}, ${days}.`;
}

function zipCount(count: number): string {
  return count === 1 ? '1 ZIP code' : `${formatCount(count)} ZIP codes`;
}
