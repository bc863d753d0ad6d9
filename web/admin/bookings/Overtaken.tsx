import { useQuery } from '@tanstack/react-query';
import { fieldLabel, fieldText } from '#domain/booking-fields.ts';
import { heldDumpsterQuery, type Read } from '#web/api/bookings.ts';
import type { Stale } from '#web/api/stale.ts';
import { StaleNotice } from '#web/form/StaleNotice.tsx';
import type { useCareful } from './use-careful.ts';

export type OvertakenProps<Wanted extends object> = {
  read: Read;
  careful: Pick<ReturnType<typeof useCareful<Wanted>>, 'overtaken' | 'isLoading' | 'save'>;
  /** What was wanted: the field by its name in the history, and the value in words. */
  yours: { field: string; value: string };
  onTakeTheirs: () => void;
};

/** Who was quicker, what is there now, and the choice between that and what was wanted. */
export function Overtaken<Wanted extends object>({
  read,
  careful,
  yours,
  onTakeTheirs,
}: OvertakenProps<Wanted>) {
  const { overtaken, isLoading, save } = careful;
  const { dumpsterId } = read.value;
  const held = useQuery({
    ...heldDumpsterQuery(dumpsterId ?? 0),
    enabled: overtaken !== null && dumpsterId !== null,
  });
  if (!overtaken) return null;
  const now: Record<string, unknown> = { ...read.value, dumpsterId: held.data?.dumpsterNumber };
  const { stale, wanted } = overtaken;
  return (
    <div className="mt-3">
      <StaleNotice
        kind="booking"
        stale={{ ...stale, changed: [...new Set([...shownFields(stale), yours.field])] }}
        fieldWords={(field) => ({
          label: fieldLabel(field),
          theirs: fieldText(field, now[field]),
          yours: field === yours.field ? yours.value : null,
        })}
        isLoading={isLoading}
        onTakeTheirs={onTakeTheirs}
        onSaveOver={() => void save(wanted)}
      />
    </div>
  );
}

/** The days of payments and refunds are in the history; a dump ticket has a sentence of its own. */
const HIDDEN_FIELDS = ['additionalPaymentDate', 'refundDate', 'dumpTicket'];

function shownFields({ changed }: Stale): string[] {
  return changed.filter((field) => !HIDDEN_FIELDS.includes(field));
}
