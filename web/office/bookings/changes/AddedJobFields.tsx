import { useQuery } from '@tanstack/react-query';
import { formatItemPrice } from '#domain/catalog/price-texts.ts';
import type { VersionedBooking } from '#web/api/bookings.ts';
import { priceProposalQuery } from '#web/api/price-proposal.ts';
import { SelectField } from '#web/kit/form/SelectField.tsx';
import { HALF_DAY_OPTIONS } from '#web/office/bookings/jobs/window-options.ts';

/** `itemId`: the charge item that is added to the price; '' for none. */
export type JobChoices = { timeWindow: string; itemId: string };

export const ANY_TIME_FREE: JobChoices = { timeWindow: 'any', itemId: '' };

type Props = { choices: JobChoices; onChange: (choices: JobChoices) => void };

/** The time of day of a truck job. */
export function AddedJobWindow({ choices, onChange }: Props) {
  return (
    <SelectField
      name="timeWindow"
      className="mt-4"
      label="When the customer expects the driver"
      error={undefined}
      value={choices.timeWindow}
      options={HALF_DAY_OPTIONS}
      onChange={({ target }) => onChange({ ...choices, timeWindow: target.value })}
    />
  );
}

/** What a truck job without a price of its own costs. */
export function AddedJobCharge({ read, choices, onChange }: Props & { read: VersionedBooking }) {
  const { data, isPending } = useQuery(priceProposalQuery(read));
  const items = data?.prices.items ?? [];
  const charges = items.map((item) => ({ value: item.id, label: `${item.name}, ${formatItemPrice(item)}` }));
  return (
    <SelectField
      name="itemId"
      className="mt-4"
      label="Charge"
      hint={chargeHint(isPending, data !== undefined, items.length)}
      error={undefined}
      value={choices.itemId}
      options={[{ value: '', label: 'No charge' }, ...charges]}
      onChange={({ target }) => onChange({ ...choices, itemId: target.value })}
    />
  );
}

function chargeHint(isPending: boolean, isLoaded: boolean, count: number): string {
  if (isPending) return 'Loading the charge items...';
  if (!isLoaded) return 'The charge items could not be loaded. Add the charge to the proposed price later.';
  return count > 0
    ? 'It is added to the price with the job.'
    : 'The price list of this booking has no charge items.';
}
