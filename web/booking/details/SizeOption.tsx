import type { Ref } from 'react';
import type { DumpsterTypeAvailability } from '#contract/availability.ts';
import type { DumpsterType } from '#domain/rental.ts';
import { DumpsterDrawing } from '#web/rental/DumpsterDrawing.tsx';
import { dimensionsInWords, dimensionsLabel, goodFor } from '#web/rental/dimensions.ts';
import { isOffered } from './size-choice.ts';

type Props = {
  type: DumpsterTypeAvailability;
  isChosen: boolean;
  describedBy: string | undefined;
  onPick: () => void;
  inputRef: Ref<HTMLInputElement> | undefined;
};

const CARD =
  'relative grid grid-cols-[minmax(0,1fr)_9rem] items-end gap-x-3 rounded-lg border border-line p-3 sm:block sm:p-4';

/** As high as a size, so that nothing below moves when the sizes arrive. */
export function SizePlaceholder({ type }: { type: DumpsterType }) {
  return (
    <div className={`animate-pulse bg-sunk ${CARD}`}>
      <span className="flex flex-wrap text-xl">
        &nbsp;<span className="w-full text-sm sm:w-auto">&nbsp;</span>
      </span>
      <DumpsterDrawing type={type} className="invisible w-full sm:mt-2" />
      <span className="invisible col-span-2 mt-1.5 flex flex-wrap gap-x-3 text-sm">
        <span>{goodFor(type)}</span>
        <span>{dimensionsLabel(type)}</span>
      </span>
    </div>
  );
}

export function SizeOption({ type, isChosen, describedBy, onPick, inputRef }: Props) {
  const offered = isOffered(type);
  const look = offered ? 'cursor-pointer hover:border-ink' : 'cursor-not-allowed bg-sunk text-ink-soft';
  return (
    <label
      className={`bg-surface has-checked:border-brand has-checked:bg-brand-soft has-checked:ring-1 has-checked:ring-brand has-focus-visible:outline-3 has-focus-visible:outline-brand has-focus-visible:outline-offset-2 ${CARD} ${look}`}
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
        <span>{goodFor(type.id)}</span>
        <span aria-hidden="true">{dimensionsLabel(type.id)}</span>
        <span className="sr-only">{dimensionsInWords(type.id)}</span>
      </span>
    </label>
  );
}
