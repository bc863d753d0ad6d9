import { useState } from 'react';
import type { CatalogDraft } from '#contract/catalog-draft.ts';
import type { ServiceArea, Zone } from '#domain/catalog/rate-card.ts';
import { formatUsd } from '#domain/money.ts';
import { formatCount } from '#domain/text.ts';
import { DraftPage } from '#web/admin/settings/DraftPage.tsx';
import { Button } from '#web/ui/Button.tsx';
import { ConfirmDialog } from '#web/ui/dialog/ConfirmDialog.tsx';
import { TryZip } from './TryZip.tsx';
import { useSaveArea } from './use-save-area.ts';
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

type OpenDialog = { kind: 'edit' | 'zips' | 'remove'; zone: Zone } | { kind: 'add' };

function Area({ draft }: { draft: CatalogDraft }) {
  const { area } = draft.sections;
  const { save, isPending } = useSaveArea(draft.etags.area);
  const [open, setOpen] = useState<OpenDialog | null>(null);
  const close = () => setOpen(null);
  const count = (zone: Zone) => draft.zoneZipCounts[zone.id] ?? 0;
  return (
    <div className="space-y-6">
      <ModeChoice area={area} isPending={isPending} onPick={(mode) => void save({ ...area, mode })} />
      <section aria-labelledby="zones" className="space-y-3">
        <div className="flex flex-wrap items-center justify-between gap-3">
          <h2 id="zones" className="text-xl">
            Zones
          </h2>
          <Button variant="secondary" onClick={() => setOpen({ kind: 'add' })}>
            Add zone
          </Button>
        </div>
        {area.zones.length === 0 && (
          <p className="rounded-lg border border-line border-dashed p-6 text-center text-ink-soft">
            No zones yet. A zone is a list of ZIP codes with a surcharge, such as 'North' or 'Over 20 miles'.
          </p>
        )}
        <ul className="space-y-3">
          {area.zones.map((zone) => (
            <ZoneCard
              key={zone.id}
              zone={zone}
              zips={count(zone)}
              onOpen={(kind) => setOpen({ kind, zone })}
            />
          ))}
        </ul>
      </section>
      <TryZip />
      {(open?.kind === 'add' || open?.kind === 'edit') && (
        <ZoneDialog draft={draft} zone={open.kind === 'edit' ? open.zone : null} onClose={close} />
      )}
      {open?.kind === 'zips' && <ZipsDialog zone={open.zone} zones={area.zones} onClose={close} />}
      {open?.kind === 'remove' && (
        <ConfirmDialog
          title={`Remove ${open.zone.name}?`}
          confirmText="Remove zone"
          pendingText="Removing..."
          isPending={isPending}
          error={null}
          onConfirm={async () => {
            const zones = area.zones.filter(({ id }) => id !== open.zone.id);
            if (await save({ ...area, zones })) close();
          }}
          onClose={close}
        >
          Its {zipCount(count(open.zone))} are in no zone then. Customers see the change after you publish it.
        </ConfirmDialog>
      )}
    </div>
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
    <fieldset className="rounded-lg border border-line bg-surface p-4 sm:p-6">
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
              className="mt-1 size-5 accent-brand"
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

function ZoneCard({ zone, zips, onOpen }: ZoneProps) {
  return (
    <li className="rounded-lg border border-line bg-surface p-4">
      <div className="flex flex-wrap items-baseline gap-x-4 gap-y-1">
        <h3 className="wrap-anywhere min-w-0 flex-1 font-semibold text-lg">{zone.name}</h3>
        <p className="tabular-nums">
          {zone.surcharge > 0 ? `${formatUsd(zone.surcharge)} surcharge` : 'No surcharge'}
        </p>
      </div>
      <p className={`mt-1 text-sm ${zips === 0 ? 'text-danger' : 'text-ink-soft'}`}>
        {zips === 0 ? 'No ZIP codes yet' : zipCount(zips)}. {streetText(zone)}
      </p>
      <div className="mt-3 flex flex-wrap gap-2">
        <Button variant="secondary" onClick={() => onOpen('zips')}>
          ZIP codes
        </Button>
        <Button variant="secondary" onClick={() => onOpen('edit')}>
          Edit<span className="sr-only"> {zone.name}</span>
        </Button>
        <Button variant="quiet" onClick={() => onOpen('remove')}>
          Remove<span className="sr-only"> {zone.name}</span>
        </Button>
      </div>
    </li>
  );
}

function streetText({ streetRule }: Zone): string {
  if (!streetRule) return 'Placement on a street needs no permit.';
  const who = streetRule.permitBy === 'customer' ? 'the customer applies' : 'you apply';
  return `Street permit: ${who}, ${streetRule.leadDays} extra days.`;
}

function zipCount(count: number): string {
  return count === 1 ? '1 ZIP code' : `${formatCount(count)} ZIP codes`;
}
