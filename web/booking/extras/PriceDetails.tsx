import { type ReactNode, useId, useState } from 'react';
import { materialOf, sizeOf } from '#domain/catalog/entries.ts';
import { formatTons } from '#domain/catalog/overage.ts';
import { cancellationRule } from '#domain/catalog/policy-texts.ts';
import { formatItemPrice } from '#domain/catalog/price-texts.ts';
import { formatUsd } from '#domain/money.ts';
import type { PriceWith } from '#web/booking/catalog/CostSection.tsx';
import { useCatalog } from '#web/rental/catalog-context.ts';
import { isPriced, PriceSummary, type ShownPrice } from '#web/rental/PriceSummary.tsx';
import { PhoneLink } from '#web/ui/ContactLinks.tsx';

type Props = { price: ShownPrice; priceWith: PriceWith };

/** The calculator, the items that cost extra, what may go in, and the cancellation policy. */
export function PriceDetails({ price, priceWith }: Props) {
  const { chargeItems, policy } = useCatalog();
  const { cancellation, acceptedWaste, prohibitedWaste } = policy;
  return (
    <div className="wrap-anywhere space-y-6 rounded-lg border border-line bg-surface p-4 sm:p-6">
      {isPriced(price) && <Calculator price={price} priceWith={priceWith} />}
      {chargeItems.length > 0 && (
        <Part title="Items that cost extra">
          <dl className="grid gap-x-8 gap-y-1.5 text-sm tabular-nums sm:grid-cols-2">
            {chargeItems.map((item) => (
              <div key={item.id} className="flex items-baseline justify-between gap-4">
                <dt className="min-w-0">{item.name}</dt>
                <dd className="whitespace-nowrap">{formatItemPrice(item)}</dd>
              </div>
            ))}
          </dl>
          <p className="mt-2 text-ink-soft text-sm">Charged only when they apply to your rental.</p>
        </Part>
      )}
      {(acceptedWaste.length > 0 || prohibitedWaste.length > 0) && (
        <div className="grid gap-6 sm:grid-cols-2">
          {acceptedWaste.length > 0 && <Waste title="What may go in" items={acceptedWaste} />}
          {prohibitedWaste.length > 0 && <Waste title="What must not go in" items={prohibitedWaste} />}
        </div>
      )}
      <Part title="If you cancel">
        <p className="text-sm">{cancellationRule(cancellation)}</p>
      </Part>
    </div>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h3 className="mb-2 text-lg">{title}</h3>
      {children}
    </section>
  );
}

function Waste({ title, items }: { title: string; items: readonly string[] }) {
  return (
    <Part title={title}>
      <ul className="list-disc space-y-1 pl-5 text-sm">
        {items.map((item) => (
          <li key={item}>{item}</li>
        ))}
      </ul>
    </Part>
  );
}

const STEP_POUNDS = 500;
const MAX_EXTRA_DAYS = 30;

/** Answers what the rental costs with more weight and more days. */
function Calculator({ price, priceWith }: Props) {
  const catalog = useCatalog();
  const { rate } = price;
  const size = sizeOf(catalog, rate.dumpsterSize);
  const material = materialOf(catalog, rate.material);
  const load = { low: size.yards * material.densityLow, high: size.yards * material.densityHigh };
  const hasWeights = rate.includedWeight !== null && rate.overagePerTon !== null;
  const heaviest = Math.ceil(Math.max(load.high, (rate.includedWeight ?? 0) * 2) / STEP_POUNDS) * STEP_POUNDS;
  const [weight, setWeight] = useState(rate.includedWeight ?? 0);
  const [extraDays, setExtraDays] = useState(0);
  const totalOf = (pounds: number) => priceWith({ extraDays: 0, weights: [pounds] }).quote.total;
  const shown = priceWith({ extraDays, weights: hasWeights ? [weight] : [] });
  return (
    <Part title="What is the most I could pay?">
      {hasWeights && (
        <p>
          A full {size.name} of {material.name} weighs about {formatTons(load.low)} to {formatTons(load.high)}
          .{' '}
          {totalOf(load.low) === totalOf(load.high) ? (
            <>
              That is within the included weight: the total stays{' '}
              <strong>{formatUsd(totalOf(load.high))}</strong>.
            </>
          ) : (
            <>
              The total is then {formatUsd(totalOf(load.low))}, and{' '}
              <strong>{formatUsd(totalOf(load.high))}</strong> at most.
            </>
          )}
        </p>
      )}
      <div className="mt-4 grid gap-x-8 gap-y-4 sm:grid-cols-2">
        {hasWeights && (
          <Slider
            label="Weight of your load"
            value={weight}
            text={formatTons(weight)}
            max={heaviest}
            step={STEP_POUNDS}
            onChange={setWeight}
          />
        )}
        {rate.extraDay !== null && (
          <Slider
            label="Days longer"
            value={extraDays}
            text={extraDays === 1 ? '1 day' : `${extraDays} days`}
            max={MAX_EXTRA_DAYS}
            step={1}
            onChange={setExtraDays}
          />
        )}
      </div>
      <output aria-live="polite" className="mt-4 block rounded-md bg-sunk p-4">
        <PriceSummary price={shown} />
      </output>
      <p className="mt-2 text-ink-soft text-sm">
        {hasWeights && 'The landfill weighs each load, and you pay by that weight. '}
        {(!hasWeights || rate.extraDay === null) && (
          <>
            {hasWeights ? 'For a longer rental' : 'For more weight'} call{' '}
            <PhoneLink phone={catalog.business.phone} />.
          </>
        )}
      </p>
    </Part>
  );
}

type SliderProps = {
  label: string;
  value: number;
  text: string;
  max: number;
  step: number;
  onChange: (value: number) => void;
};

function Slider({ label, value, text, max, step, onChange }: SliderProps) {
  const id = useId();
  return (
    <div>
      <p className="flex items-baseline justify-between gap-3">
        <label htmlFor={id} className="font-semibold text-sm">
          {label}
        </label>
        <span aria-hidden="true" className="font-semibold tabular-nums">
          {text}
        </span>
      </p>
      <input
        id={id}
        type="range"
        min={0}
        max={max}
        step={step}
        value={value}
        aria-valuetext={text}
        onChange={(event) => onChange(Number(event.target.value))}
        className="touch w-full accent-brand"
      />
    </div>
  );
}
