import { RECORDED_METHOD_LABELS, RECORDED_METHODS, type RecordedMethod } from '#domain/money/recorded.ts';
import type { RefundWay } from '#domain/money/refund-ways.ts';
import { SelectField } from '#web/kit/form/SelectField.tsx';
import { TextField } from '#web/kit/form/TextField.tsx';
import { listOutsideMethods, type TypedPaidOut } from './paid-out.ts';

type Props = {
  ways: readonly RefundWay[];
  typed: TypedPaidOut;
  onType: (typed: TypedPaidOut) => void;
};

/** How staff pay out what was not paid by card; nothing for a refund to cards only. */
export function PaidOutFields({ ways, typed, onType }: Props) {
  const methods = listOutsideMethods(ways);
  const [first] = methods;
  if (!first) return null;
  const options: { value: string; label: string }[] = RECORDED_METHODS.map((value) => ({
    value,
    label: RECORDED_METHOD_LABELS[value],
  }));
  const value = typed.method ?? (methods.length > 1 ? AS_PAID : first);
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <SelectField
        name="paidOutMethod"
        label="Paid out by"
        error={undefined}
        options={methods.length > 1 ? [{ value: AS_PAID, label: 'As each was paid' }, ...options] : options}
        value={value}
        onChange={({ target }) =>
          onType({ ...typed, method: RECORDED_METHODS.find((method) => method === target.value) ?? null })
        }
      />
      {value !== AS_PAID && (
        <TextField
          name="paidOutReference"
          label="Reference"
          hint="The number of the check or transfer. Optional"
          autoComplete="off"
          maxLength={100}
          error={undefined}
          value={typed.reference}
          onChange={({ target }) =>
            onType({ ...typed, method: value as RecordedMethod, reference: target.value })
          }
        />
      )}
    </div>
  );
}

const AS_PAID = '';
