import type { UseQueryResult } from '@tanstack/react-query';
import type { Ref } from 'react';
import { useController } from 'react-hook-form';
import { offeredSizes } from '#domain/catalog/entries.ts';
import type { SizeOption } from '#domain/catalog/rate-card.ts';
import { FieldError } from '#web/kit/form/Field.tsx';
import { Button } from '#web/kit/ui/Button.tsx';
import { CallUs } from '#web/kit/ui/ContactLinks.tsx';
import { Notice } from '#web/kit/ui/Notice.tsx';
import { useCatalog } from '#web/public/rental/catalog-context.ts';
import { DumpsterDrawing } from '#web/public/rental/DumpsterDrawing.tsx';
import { dimensionsLabel, dimensionsText } from '#web/public/rental/dimensions.ts';
import { isOffered, type SizeRow } from './size-choice.ts';
import type { DetailsForm } from './use-details-form.ts';

type Props = {
  form: DetailsForm;
  types: UseQueryResult<SizeRow[]>;
  /** The price of a size, such as '$399'; '' where only a deposit is agreed. */
  priceTextOf: (size: string) => string;
  onPick: (type: string) => void;
};

/** The sizes with their available counts. Shows no availability before the counts are loaded. */
export function SizeField({ form, types, priceTextOf, onPick }: Props) {
  const sizes = offeredSizes(useCatalog());
  const { field, fieldState } = useController({ control: form.control, name: 'dumpsterType' });
  const error = fieldState.error?.message;
  if (types.isError) {
    return (
      <Notice variant="danger" role="alert">
        <p>Error loading dumpster types. Please try again.</p>
        <CallUs before="Still not working?" />
        <Button variant="secondary" className="mt-3" onClick={() => types.refetch()}>
          Try again
        </Button>
      </Notice>
    );
  }
  if (!types.data) return <LoadingSizes sizes={sizes} />;
  if (types.data.length === 0) {
    return (
      <Notice variant="attention" role="alert">
        <p>No dumpster types are available. Please try again later.</p>
        <CallUs before="We can help you find one." />
      </Notice>
    );
  }
  const first = types.data.find(isOffered)?.id ?? types.data[0]?.id;
  return (
    <>
      <div className="grid gap-3 sm:grid-cols-2" aria-busy={types.isPlaceholderData}>
        {types.data.map((type) => (
          <SizeChoice
            key={type.id}
            type={type}
            sizes={sizes}
            price={priceTextOf(type.id)}
            isChosen={field.value === type.id}
            describedBy={error ? 'dumpsterType-error' : undefined}
            onPick={() => onPick(type.id)}
            inputRef={type.id === first ? field.ref : undefined}
          />
        ))}
      </div>
      {!types.data.some(isOffered) && !types.isPlaceholderData && (
        <Notice variant="attention" role="alert" className="mt-4">
          <p>No dumpsters are currently available. Please contact us directly to check for availability.</p>
          <CallUs before="Another day may be free." />
        </Notice>
      )}
      <FieldError name="dumpsterType" error={error} />
    </>
  );
}

function LoadingSizes({ sizes }: { sizes: readonly SizeOption[] }) {
  return (
    <div role="status">
      <span className="sr-only">Loading dumpster sizes...</span>
      <div aria-hidden="true" className="grid gap-3 sm:grid-cols-2">
        {sizes.map((size) => (
          <SizePlaceholder key={size.id} size={size} sizes={sizes} />
        ))}
      </div>
    </div>
  );
}

type SizeChoiceProps = {
  type: SizeRow;
  sizes: readonly SizeOption[];
  price: string;
  isChosen: boolean;
  describedBy: string | undefined;
  onPick: () => void;
  inputRef: Ref<HTMLInputElement> | undefined;
};

const CARD =
  'relative grid grid-cols-[minmax(0,1fr)_9rem] items-end gap-x-3 rounded-lg border border-line p-3 sm:block sm:p-4';

/** Placeholder of the same height as a size, so that the layout does not shift. */
function SizePlaceholder({ size, sizes }: { size: SizeOption; sizes: readonly SizeOption[] }) {
  return (
    <div className={`animate-pulse bg-sunk ${CARD}`}>
      <span className="flex flex-wrap text-xl">
        &nbsp;<span className="w-full text-sm sm:w-auto">&nbsp;</span>
      </span>
      <DumpsterDrawing size={size} sizes={sizes} className="invisible w-full sm:mt-2" />
      <span className="invisible col-span-2 mt-1.5 flex flex-wrap gap-x-3 text-sm">
        <span>{size.bestFor}</span>
        <span>{dimensionsLabel(size)}</span>
      </span>
    </div>
  );
}

function SizeChoice({ type, sizes, price, isChosen, describedBy, onPick, inputRef }: SizeChoiceProps) {
  const { size, refusal } = type;
  const offered = isOffered(type);
  const stateClass = offered ? 'cursor-pointer hover:border-ink' : 'cursor-not-allowed bg-sunk text-ink-soft';
  return (
    <label
      className={`bg-surface has-checked:border-brand has-checked:bg-brand-soft has-checked:ring-1 has-checked:ring-brand has-focus-visible:outline-3 has-focus-visible:outline-brand has-focus-visible:outline-offset-2 ${CARD} ${stateClass}`}
    >
      <span className="flex flex-wrap items-center gap-x-3">
        <input
          ref={inputRef}
          type="radio"
          name="dumpsterType"
          value={type.id}
          checked={isChosen}
          disabled={!offered}
          onChange={onPick}
          aria-describedby={describedBy}
          className="size-5 shrink-0 accent-brand focus-visible:outline-none"
        />
        <span
          className={`wrap-anywhere min-w-0 font-display font-semibold text-xl ${offered ? '' : 'line-through'}`}
        >
          {size.name}
        </span>
        <span className="w-full text-ink-soft text-sm sm:ml-auto sm:w-auto">
          {offered ? `(${type.count} available)` : '(Unavailable)'}
        </span>
        {refusal && <span className="wrap-anywhere w-full text-sm">{refusal}</span>}
      </span>
      <DumpsterDrawing
        size={size}
        sizes={sizes}
        className={`w-full sm:mt-2 ${offered ? '' : 'opacity-40 grayscale'}`}
      />
      <span className="col-span-2 mt-1.5 flex flex-wrap justify-between gap-x-3 text-ink-soft text-sm">
        <span className="wrap-anywhere min-w-0">{size.bestFor}</span>
        <span aria-hidden="true">{dimensionsLabel(size)}</span>
        <span className="sr-only">{dimensionsText(size)}</span>
      </span>
      {price && <span className="col-span-2 mt-1.5 block font-semibold tabular-nums">{price}</span>}
    </label>
  );
}
