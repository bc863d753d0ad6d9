import { useId, useState } from 'react';
import { addableItems, chargeItemsFor } from '#domain/catalog/agreement.ts';
import { billWith, highestBill } from '#domain/catalog/bill.ts';
import { formatTons } from '#domain/catalog/overage.ts';
import { formatItemPrice } from '#domain/catalog/price-texts.ts';
import type { ChargeItem } from '#domain/catalog/rate-card.ts';
import { PhoneLink } from '#web/kit/ui/ContactLinks.tsx';
import type { CostBasis } from '#web/public/booking/cost/cost-basis.ts';
import { PriceSummary, type ShownPrice } from '#web/public/rental/PriceSummary.tsx';
import { ItemCount } from './ItemCount.tsx';

type Props = { basis: CostBasis; price: ShownPrice };

/** Pounds from one stop of the slider to the next. */
const STEP_POUNDS = 250;
const MAX_EXTRA_DAYS = 30;

/** What the rental costs with the customer's own load, days and items: every line and the total. */
export function PriceCalculator({ basis: { card, input }, price: { quote, rate } }: Props) {
  const chargeItems = addableItems({
    quote,
    chargeItems: chargeItemsFor(card, input.placementType),
  });
  const heaviest = highestBill(card, input).weight;
  const [stop, setStop] = useState(Math.floor((rate.includedWeight ?? 0) / STEP_POUNDS));
  const [extraDays, setExtraDays] = useState(0);
  const [counts, setCounts] = useState<Record<string, number>>({});
  // The last stop is the heaviest load, so that no answer exceeds the highest bill.
  const weight = Math.min(stop * STEP_POUNDS, heaviest);
  const { phone } = card.business;
  const items = chargeItems.map(({ id }) => ({ id, quantity: counts[id] ?? 0 }));
  const bill = billWith(card, input, { weight, extraDays, items });
  return (
    <div className="space-y-5 rounded-lg border border-line bg-surface p-4 text-base sm:p-6">
      <div className="grid gap-x-8 gap-y-4 sm:grid-cols-2">
        {rate.includedWeight !== null && (
          <Slider
            label="Weight of your load"
            value={Math.min(stop, Math.ceil(heaviest / STEP_POUNDS))}
            text={formatTons(weight)}
            max={Math.ceil(heaviest / STEP_POUNDS)}
            onChange={setStop}
          />
        )}
        {rate.extraDay !== null && (
          <Slider
            label="Days longer"
            value={extraDays}
            text={extraDays === 1 ? '1 day' : `${extraDays} days`}
            max={MAX_EXTRA_DAYS}
            onChange={setExtraDays}
          />
        )}
      </div>
      {chargeItems.length > 0 && (
        <ul aria-label="Items that cost extra" className="grid gap-x-8 gap-y-2 sm:grid-cols-2">
          {chargeItems.map((item) => (
            <ItemCount
              key={item.id}
              name={item.name}
              hint={formatItemPrice(item)}
              count={counts[item.id] ?? 0}
              onCount={(count) => setCounts({ ...counts, [item.id]: count })}
              {...(isOnce(item) && { max: 1 })}
            />
          ))}
        </ul>
      )}
      <output aria-live="polite" className="block rounded-md bg-sunk p-4">
        {bill.type === 'price' ? (
          <PriceSummary price={bill} />
        ) : (
          <p>
            {formatTons(weight)} is more than what is included, and extra weight has no fixed price. Call{' '}
            <PhoneLink phone={phone} />: we tell you.
          </p>
        )}
      </output>
      <p className="text-ink-soft text-sm">
        {rate.includedWeight !== null && 'The landfill weighs each load, and you pay by that weight. '}
        {rate.extraDay === null && (
          <>
            For a longer rental call <PhoneLink phone={phone} />.
          </>
        )}
      </p>
    </div>
  );
}

/** Charged once for any number. */
function isOnce({ unit }: ChargeItem): boolean {
  return unit === 'flat' || unit === 'percent';
}

type SliderProps = {
  label: string;
  value: number;
  text: string;
  max: number;
  onChange: (value: number) => void;
};

function Slider({ label, value, text, max, onChange }: SliderProps) {
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
        step={1}
        value={value}
        aria-valuetext={text}
        onChange={(event) => onChange(Number(event.target.value))}
        className="touch w-full accent-brand"
      />
    </div>
  );
}
