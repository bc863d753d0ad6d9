import type { UseQueryResult } from '@tanstack/react-query';
import type { Ref } from 'react';
import { useController } from 'react-hook-form';
import type { DumpsterTypeAvailability } from '#contract/availability.ts';
import { DUMPSTER_SIZES, type DumpsterType } from '#domain/rental.ts';
import { FieldError } from '#web/form/Field.tsx';
import { DumpsterDrawing } from '#web/rental/DumpsterDrawing.tsx';
import { dimensionsLabel, dimensionsText, suggestedUse } from '#web/rental/dimensions.ts';
import { Button } from '#web/ui/Button.tsx';
import { CallUs } from '#web/ui/ContactLinks.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import { isOffered } from './size-choice.ts';
import type { DetailsForm } from './use-details-form.ts';

type Props = {
  form: DetailsForm;
  types: UseQueryResult<DumpsterTypeAvailability[]>;
  onPick: (type: DumpsterType) => void;
};

/** The sizes with their available counts. Shows no availability before the counts are loaded. */
export function SizeField({ form, types, onPick }: Props) {
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
  if (!types.data) return <LoadingSizes />;
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
          <SizeOption
            key={type.id}
            type={type}
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

function LoadingSizes() {
  return (
    <div role="status">
      <span className="sr-only">Loading dumpster sizes...</span>
      <div aria-hidden="true" className="grid gap-3 sm:grid-cols-2">
        {DUMPSTER_SIZES.map(({ id }) => (
          <SizePlaceholder key={id} type={id} />
        ))}
      </div>
    </div>
  );
}

type SizeOptionProps = {
  type: DumpsterTypeAvailability;
  isChosen: boolean;
  describedBy: string | undefined;
  onPick: () => void;
  inputRef: Ref<HTMLInputElement> | undefined;
};

const CARD =
  'relative grid grid-cols-[minmax(0,1fr)_9rem] items-end gap-x-3 rounded-lg border border-line p-3 sm:block sm:p-4';

/** Placeholder of the same height as a size, so that the layout does not shift. */
function SizePlaceholder({ type }: { type: DumpsterType }) {
  return (
    <div className={`animate-pulse bg-sunk ${CARD}`}>
      <span className="flex flex-wrap text-xl">
        &nbsp;<span className="w-full text-sm sm:w-auto">&nbsp;</span>
      </span>
      <DumpsterDrawing type={type} className="invisible w-full sm:mt-2" />
      <span className="invisible col-span-2 mt-1.5 flex flex-wrap gap-x-3 text-sm">
        <span>{suggestedUse(type)}</span>
        <span>{dimensionsLabel(type)}</span>
      </span>
    </div>
  );
}

function SizeOption({ type, isChosen, describedBy, onPick, inputRef }: SizeOptionProps) {
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
        <span className={`font-display font-semibold text-xl ${offered ? '' : 'line-through'}`}>
          {type.name}
        </span>
        <span className="w-full text-ink-soft text-sm sm:ml-auto sm:w-auto">
          {offered ? `(${type.count} available)` : '(Unavailable)'}
        </span>
      </span>
      <DumpsterDrawing type={type.id} className={`w-full sm:mt-2 ${offered ? '' : 'opacity-40 grayscale'}`} />
      <span className="col-span-2 mt-1.5 flex flex-wrap justify-between gap-x-3 text-ink-soft text-sm">
        <span>{suggestedUse(type.id)}</span>
        <span aria-hidden="true">{dimensionsLabel(type.id)}</span>
        <span className="sr-only">{dimensionsText(type.id)}</span>
      </span>
    </label>
  );
}
