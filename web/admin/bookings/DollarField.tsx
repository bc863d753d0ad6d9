import { type ComponentProps, useId } from 'react';
import { CONTROL, FieldError, fieldAria } from '#web/form/Field.tsx';

type Props = Omit<ComponentProps<'input'>, 'name' | 'className' | 'type' | 'id'> & {
  name: string;
  label: string;
  hint: string;
  error: string | undefined;
};

/** An amount in dollars, as it is typed. */
export function DollarField({ name, label, hint, error, ...input }: Props) {
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
          name={name}
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
        {hint}
      </p>
      <FieldError name={id} error={error} />
    </div>
  );
}
