import { type ReactNode, useId, useState } from 'react';
import {
  type AmountRange,
  type ChooseInput,
  helpMeChoose,
  type ProjectInput,
  type Suggestion,
} from '#domain/catalog/help-me-choose.ts';
import { formatTons } from '#domain/catalog/overage.ts';
import { formatUsd } from '#domain/shared/money.ts';
import { Button } from '#web/kit/ui/Button.tsx';
import { PhoneLink } from '#web/kit/ui/ContactLinks.tsx';
import { useCatalog } from '#web/public/rental/catalog-context.ts';
import { ItemCount } from './ItemCount.tsx';

type Props = {
  /** The rental and the place of delivery, as far as they are known. */
  input: ChooseInput;
  onUse: (size: string, material: string) => void;
};

const ITEMS = 'items';

/** Project or items in; size, material, weight and the bill at both ends out. */
export function HelpMeChoose({ input, onUse }: Props) {
  const catalog = useCatalog();
  const projects = catalog.projectPresets.filter(({ kind }) => kind === 'project');
  const items = catalog.projectPresets.filter(({ kind }) => kind === 'item');
  const [chosen, setChosen] = useState(projects[0]?.id ?? ITEMS);
  const [counts, setCounts] = useState<Record<string, number>>({});
  const id = useId();
  const project: ProjectInput =
    chosen === ITEMS
      ? { type: 'items', items: items.map(({ id: preset }) => ({ preset, count: counts[preset] ?? 0 })) }
      : { type: 'project', preset: chosen };
  return (
    <div className="space-y-4 rounded-lg border border-line bg-surface p-4 sm:p-6">
      <div>
        <label htmlFor={id} className="mb-1.5 block font-semibold text-sm">
          What are you working on?
        </label>
        <select
          id={id}
          value={chosen}
          onChange={(event) => setChosen(event.target.value)}
          className="touch block w-full rounded-md border border-edge bg-surface px-3 py-2"
        >
          {projects.map((preset) => (
            <option key={preset.id} value={preset.id}>
              {preset.name}
            </option>
          ))}
          {items.length > 0 && <option value={ITEMS}>I will count the items</option>}
        </select>
      </div>
      {chosen === ITEMS && (
        <ul className="grid gap-x-8 gap-y-2 sm:grid-cols-2">
          {items.map((preset) => (
            <ItemCount
              key={preset.id}
              name={preset.name}
              count={counts[preset.id] ?? 0}
              onCount={(count) => setCounts({ ...counts, [preset.id]: count })}
            />
          ))}
        </ul>
      )}
      <div aria-live="polite">
        <Answer suggestion={helpMeChoose(catalog, project, input)} onUse={onUse} />
      </div>
    </div>
  );
}

type AnswerProps = { suggestion: Suggestion; onUse: Props['onUse'] };

function Answer({ suggestion, onUse }: AnswerProps) {
  const { business } = useCatalog();
  switch (suggestion.type) {
    case 'none':
      return <Text>Choose what you want to get rid of.</Text>;
    case 'separate':
      return (
        <Text>
          These need a dumpster each, because heavy material must not be mixed:{' '}
          {suggestion.materials.map(({ name }) => name).join('; ')}.
        </Text>
      );
    case 'size': {
      const { size, material, loads, weight, volume } = suggestion;
      return (
        <div className="wrap-anywhere border-brand border-l-4 pl-4">
          <p className="font-display font-semibold text-xl">
            {size.name}
            {loads > 1 && `, ${loads} loads`}
          </p>
          <p className="text-ink-soft text-sm">
            {material.name}. About {volume.low} to {volume.high} cubic yards, {formatTons(weight.low)} to{' '}
            {formatTons(weight.high)}.
          </p>
          <BillText suggestion={suggestion} />
          <Comparison suggestion={suggestion} />
          {loads === 1 ? (
            <Button variant="secondary" className="mt-3" onClick={() => onUse(size.id, material.id)}>
              Use the {size.name}
            </Button>
          ) : (
            <p className="mt-2">
              Call <PhoneLink phone={business.phone} />: we plan several loads with you.
            </p>
          )}
        </div>
      );
    }
  }
}

function BillText({ suggestion: { bill } }: { suggestion: Extract<Suggestion, { type: 'size' }> }) {
  if (bill?.low.type !== 'price') return null;
  const low = bill.low.quote.total;
  if (bill.high.type !== 'price') return <p className="mt-1 font-semibold">From {formatUsd(low)} in total</p>;
  const high = bill.high.quote.total;
  return <p className="mt-1 font-semibold tabular-nums">{rangeText({ low, high })} in total, by weight</p>;
}

function rangeText({ low, high }: AmountRange): string {
  return low === high ? formatUsd(low) : `${formatUsd(low)} to ${formatUsd(high)}`;
}

/** Why this size: what the same load can cost in each one that holds it. */
function Comparison({
  suggestion: { compared, size, weight },
}: {
  suggestion: Extract<Suggestion, { type: 'size' }>;
}) {
  const [best, ...others] = compared;
  if (!best || others.length === 0) return null;
  return (
    <div className="mt-2 text-sm">
      <p>
        The {size.name} has the lowest price for the heaviest load of this kind, {formatTons(weight.high)}:
      </p>
      <dl className="mt-1 max-w-sm space-y-1">
        {compared.map(({ size: { id, name }, cost, includedWeight }) => (
          <div
            key={id}
            className={`flex items-baseline justify-between gap-4 ${id === size.id ? 'font-semibold' : 'text-ink-soft'}`}
          >
            <dt className="min-w-0">
              {name}, {formatTons(includedWeight)} included
            </dt>
            <dd className="text-right tabular-nums">{rangeText(cost)}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

function Text({ children }: { children: ReactNode }) {
  return <p className="wrap-anywhere text-ink-soft">{children}</p>;
}
