import { useEffect, useState } from 'react';
import { useWatch } from 'react-hook-form';
import { dumpstersText, MAX_ORDER_QUANTITY } from '#domain/rental/orders.ts';
import { FormSection } from '#web/kit/form/Field.tsx';
import { Notice } from '#web/kit/ui/Notice.tsx';
import type { DetailsForm } from './use-details-form.ts';

type Props = {
  form: DetailsForm;
  /** How many of the size are free on the chosen days; null until that is known. */
  free: number | null;
};

/** How many dumpsters for the same site and days: at most five, and as many as are free. */
export function QuantityField({ form, free }: Props) {
  const quantity = useWatch({ control: form.control, name: 'quantity' });
  const most = Math.min(MAX_ORDER_QUANTITY, free ?? MAX_ORDER_QUANTITY);
  const isReduced = useReduced(form, free === null ? null : most);
  const set = (next: number) => form.setValue('quantity', next, { shouldDirty: true });
  const step = (by: number, sign: string, label: string) => (
    <button
      type="button"
      aria-label={label}
      disabled={quantity + by < 1 || quantity + by > most}
      onClick={() => set(quantity + by)}
      className="touch inline-flex min-w-11 items-center justify-center rounded-md border border-edge bg-surface font-semibold text-lg hover:border-ink disabled:border-line disabled:text-line"
    >
      {sign}
    </button>
  );
  return (
    <FormSection title="How many dumpsters?">
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would need a legend, and the section has the heading */}
      <div
        role="group"
        aria-label="Number of dumpsters"
        className="flex flex-wrap items-center gap-x-4 gap-y-2"
      >
        <span className="flex items-center gap-1">
          {step(-1, '\u2212', 'One dumpster less')}
          <output aria-live="polite" className="w-10 text-center font-semibold text-xl tabular-nums">
            {quantity}
          </output>
          {step(1, '+', 'One dumpster more')}
        </span>
        <p className="text-ink-soft text-sm">{hintText(quantity, { free, most })}</p>
      </div>
      {isReduced && (
        <Notice variant="attention" role="status" className="mt-3">
          Only {dumpstersText(most)} of this size {most === 1 ? 'is' : 'are'} free on these days, so we
          changed your number.
        </Notice>
      )}
    </FormSection>
  );
}

/** Lowers a quantity that is no longer free. True after that, until the customer has more to choose from. */
function useReduced({ getValues, setValue }: DetailsForm, most: number | null): boolean {
  const [reducedTo, setReducedTo] = useState<number | null>(null);
  useEffect(() => {
    if (most === null || most < 1 || getValues('quantity') <= most) return;
    setValue('quantity', most, { shouldDirty: true });
    setReducedTo(most);
  }, [most, getValues, setValue]);
  return reducedTo !== null && reducedTo === most;
}

function hintText(quantity: number, { free, most }: { free: number | null; most: number }): string {
  if (quantity > 1) return 'All for the same address and days. Each is a booking of its own.';
  if (free === 1) return 'One is free on these days.';
  return `Up to ${most} for the same address and days, in one payment.`;
}
