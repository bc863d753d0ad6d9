import { type FieldErrors, type Resolver, useForm } from 'react-hook-form';
import { type NewPriceAddition, newPriceAddition, type PriceProposal } from '#contract/price-proposal.ts';
import { formatItemPrice } from '#domain/catalog/price-texts.ts';
import type { ItemUnit } from '#domain/catalog/rate-card.ts';
import { formatUsd } from '#domain/shared/money.ts';
import type { VersionedBooking } from '#web/api/bookings.ts';
import { useAddPriceAddition } from '#web/api/price-proposal.ts';
import { FormDialog } from '#web/kit/form/dialog/FormDialog.tsx';
import { failureText, toastFailure } from '#web/kit/form/failure.ts';
import { SelectField } from '#web/kit/form/SelectField.tsx';
import { showFieldErrors } from '#web/kit/form/submit-handler.ts';
import { TextField } from '#web/kit/form/TextField.tsx';
import { announce } from '#web/kit/ui/Announcer.tsx';
import { BookingConflict } from '#web/office/bookings/BookingConflict.tsx';
import { useBookingSave } from '#web/office/bookings/use-booking-save.ts';
import { readPrice } from './read-price.ts';

type Prices = PriceProposal['prices'];
type Props = {
  read: VersionedBooking;
  prices: Prices;
  /** The selected choice when the dialog opens. */
  firstChoice: NewPriceAddition['type'];
  onClose: () => void;
};

const FAILURE_TEXT = 'Failed to add to the price.';

/** Adds days, an exchange, a dump and return, an item of the booking's rate card or an amount for extra weight. */
export function AddToPriceDialog({ read, prices, firstChoice, onClose }: Props) {
  const { id } = read.value;
  const choices = choicesOf(prices);
  const form = useForm<TypedAddition, unknown, NewPriceAddition>({
    resolver: resolveAddition(choices),
    defaultValues: { choice: firstChoice, quantity: '1', unitAmount: '' },
  });
  const { register, formState, watch, setValue } = form;
  const choice = choices.find(({ value }) => value === watch('choice')) ?? choices[0];
  const add = useAddPriceAddition(id);
  const saving = useBookingSave<NewPriceAddition>(read, add, {
    onSaved: () => {
      announce(`Added to the price: ${choice?.name ?? ''}.`);
      onClose();
    },
    onFailed: (error) => {
      showFieldErrors(form, error);
      toastFailure(FAILURE_TEXT, error);
    },
  });
  const failure = saving.conflict ? null : add.error;
  return (
    <FormDialog
      title="Add to the price"
      text={`Booking #${id}. Tax is added where it applies. The final price stays until you set it again.`}
      submitText="Add"
      pendingText="Adding..."
      isPending={saving.isPending}
      isDirty={formState.isDirty}
      error={failure && failureText(FAILURE_TEXT, failure)}
      onSubmit={form.handleSubmit((addition) => saving.save(addition))}
      onClose={onClose}
    >
      <SelectField
        {...register('choice', { onChange: () => setValue('quantity', '1') })}
        label="What to add"
        error={formState.errors.choice?.message}
        options={choices}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        {choice?.quantityLabel && (
          <TextField
            {...register('quantity')}
            label={choice.quantityLabel}
            inputMode="numeric"
            autoComplete="off"
            error={formState.errors.quantity?.message}
          />
        )}
        {choice?.amountLabel && (
          <TextField
            {...register('unitAmount')}
            label={choice.amountLabel}
            hint="In dollars. The price list of this booking has no price for it."
            inputMode="decimal"
            autoComplete="off"
            error={formState.errors.unitAmount?.message}
          />
        )}
      </div>
      <BookingConflict read={read} saving={saving} input={null} onDiscard={onClose} />
    </FormDialog>
  );
}

/** The form's values. */
type TypedAddition = { choice: string; quantity: string; unitAmount: string };

type Choice = {
  /** 'extra_days', or 'item:' and the id of a charge item. */
  value: string;
  /** With its price. */
  label: string;
  name: string;
  type: NewPriceAddition['type'];
  itemId: string | null;
  /** Null: it counts once. */
  quantityLabel: string | null;
  /** Null: the price list has its price. */
  amountLabel: string | null;
};

const UNIT_LABELS: Readonly<Record<ItemUnit, string | null>> = {
  each: 'Quantity',
  mile: 'Miles',
  minute: 'Minutes',
  flat: null,
  percent: null,
};

function choicesOf({ extraDay, exchange, dumpAndReturn, isWeightBilled, items }: Prices): Choice[] {
  const asked = (price: number | null, unit: string) =>
    price === null ? 'you enter the amount' : `${formatUsd(price)} ${unit}`;
  return [
    {
      value: 'extra_days',
      label: `Extra days (${asked(extraDay, 'a day')})`,
      name: 'Extra days',
      type: 'extra_days',
      itemId: null,
      quantityLabel: 'Days',
      amountLabel: extraDay === null ? 'Amount for a day' : null,
    },
    {
      value: 'exchange',
      label: `Exchange (${asked(exchange, 'each')})`,
      name: 'Exchange',
      type: 'exchange',
      itemId: null,
      quantityLabel: 'Exchanges',
      amountLabel: exchange === null ? 'Amount for an exchange' : null,
    },
    {
      value: 'dump_and_return',
      label: `Dump and return (${asked(dumpAndReturn, 'each')})`,
      name: 'Dump and return',
      type: 'dump_and_return',
      itemId: null,
      quantityLabel: 'Dump and returns',
      amountLabel: dumpAndReturn === null ? 'Amount for a dump and return' : null,
    },
    ...items.map((item) => ({
      value: `item:${item.id}`,
      label: `${item.name} (${formatItemPrice(item)})`,
      name: item.name,
      type: 'item' as const,
      itemId: item.id,
      quantityLabel: UNIT_LABELS[item.unit],
      amountLabel: null,
    })),
    ...(isWeightBilled ? [] : [EXTRA_WEIGHT]),
  ];
}

const EXTRA_WEIGHT: Choice = {
  value: 'overage',
  label: 'Extra weight (you enter the amount)',
  name: 'Extra weight',
  type: 'overage',
  itemId: null,
  quantityLabel: null,
  amountLabel: 'Amount',
};

/** Reads the count and dollars from what was typed; the limits are the contract's. */
function resolveAddition(choices: readonly Choice[]): Resolver<TypedAddition, unknown, NewPriceAddition> {
  return (typed) => {
    const choice = choices.find(({ value }) => value === typed.choice);
    const amount = choice?.amountLabel ? readPrice(typed.unitAmount) : null;
    const { data, error } = newPriceAddition.safeParse({
      type: choice?.type,
      itemId: choice?.itemId ?? null,
      quantity: choice?.quantityLabel ? parseCount(typed.quantity) : 1,
      unitAmount: amount?.cents ?? null,
    });
    const errors: FieldErrors<TypedAddition> = {};
    for (const { path, message } of error?.issues ?? []) {
      const field = path[0] === 'quantity' || path[0] === 'unitAmount' ? path[0] : 'choice';
      errors[field] ??= { type: 'typed', message };
    }
    if (amount?.inputError) errors.unitAmount = { type: 'typed', message: amount.inputError };
    return data && Object.keys(errors).length === 0 ? { values: data, errors: {} } : { values: {}, errors };
  };
}

/** Accepts '10,000' and '10000'; any other text is not a count. */
function parseCount(text: string): number {
  const digits = text.trim().replace(/^(\d{1,2}),(\d{3})$/, '$1$2');
  return /^\d{1,6}$/.test(digits) ? Number(digits) : Number.NaN;
}
