import type { FieldErrors, Resolver } from 'react-hook-form';
import { type NewDumpFee, newDumpFee } from '#contract/dump-fees.ts';
import { readPrice } from './price.ts';

/** A ticket as it is typed. */
export type TypedTicket = {
  weight: string;
  dumpLocation: string;
  dumpDate: string;
  feeAmount: string;
  notes: string;
};

/** Reads pounds and dollars from what was typed; the limits are the contract's. */
export const resolveTicket: Resolver<TypedTicket, unknown, NewDumpFee> = (typed) => {
  const fee = readPrice(typed.feeAmount);
  const { data, error } = newDumpFee.safeParse({
    ...typed,
    weight: poundsOf(typed.weight),
    feeAmount: fee.cents ?? 0,
  });
  const issues = error?.issues.map(({ path, message }) => ({ field: String(path[0]), message })) ?? [];
  if (fee.mistake) issues.push({ field: 'feeAmount', message: fee.mistake });
  if (data && issues.length === 0) return { values: data, errors: {} };
  const errors = Object.fromEntries(
    issues.toReversed().map(({ field, message }) => [field, { type: 'typed', message }]),
  );
  return { values: {}, errors: errors as FieldErrors<TypedTicket> };
};

/** '2,400' and '2400' alike; anything else is no number of pounds. */
function poundsOf(text: string): number {
  const digits = text.trim().replace(/^(\d{1,3}),(\d{3})$/, '$1$2');
  return /^\d{1,9}$/.test(digits) ? Number(digits) : Number.NaN;
}
