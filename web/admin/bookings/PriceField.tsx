import { type ComponentProps, useId } from 'react';
import { CONTROL, FieldError, fieldAria } from '#web/form/Field.tsx';

type Props = Omit<ComponentProps<'input'>, 'name' | 'className' | 'type' | 'id'> & {
  label: string;
  error: string | undefined;
};

/** A final price in dollars (SPEC 5). Says what it includes, for it is easily taken for what is still to be paid. */
export function PriceField({ label, error, ...input }: Props) {
  const id = useId();
  return (
    <div>
      <label htmlFor={id} className="mb-1 block font-semibold text-sm">
        {label}
      </label>
      <div className="relative">
        <span aria-hidden="true" className="absolute inset-y-0 left-3 flex items-center text-ink-soft">
          $
        </span>
        <input
          {...input}
          type="number"
          name="finalPrice"
          step="0.01"
          min="0"
          inputMode="decimal"
          autoComplete="off"
          {...fieldAria(id, error, 'hint')}
          // A wheel over the page must not change what is typed.
          onWheel={({ currentTarget }) => currentTarget.blur()}
          className={`${CONTROL} pl-7 text-right tabular-nums [appearance:textfield] [&::-webkit-inner-spin-button]:appearance-none`}
        />
      </div>
      <p id={`${id}-hint`} className="mt-1 text-ink-soft text-xs">
        The total of the rental, deposit included
      </p>
      <FieldError name={id} error={error} />
    </div>
  );
}
