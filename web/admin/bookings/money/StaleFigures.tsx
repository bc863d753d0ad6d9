import { fieldLabel, fieldText } from '#domain/booking-fields.ts';
import type { Read } from '#web/api/bookings.ts';
import { StaleSummary } from '#web/form/StaleNotice.tsx';
import { RowButton } from '#web/table/RowButton.tsx';
import type { useCurrentFigures } from './use-current-figures.ts';

type Props = {
  read: Read;
  current: Pick<ReturnType<typeof useCurrentFigures>, 'stale' | 'isLoading' | 'isMissing' | 'refresh'>;
  /** What was not done, and how to go on. */
  text: string;
};

/** What changed since a dialog about money was opened. The figures below it are the new ones. */
export function StaleFigures({ read, current, text }: Props) {
  const { stale, isLoading, isMissing, refresh } = current;
  if (!stale) return null;
  const now: Record<string, unknown> = read.value;
  return (
    <StaleSummary
      kind="booking"
      stale={{ ...stale, changed: stale.changed.filter((field) => MONEY_FIELDS.includes(field)) }}
      fieldWords={(field) => ({
        label: fieldLabel(field),
        theirs: fieldText(field, now[field]),
        yours: null,
      })}
      isLoading={isLoading}
      text={isLoading ? 'Loading the new figures...' : text}
    >
      {isMissing && (
        <p className="mt-3 text-sm">
          The new figures could not be loaded. <RowButton onClick={refresh}>Try again</RowButton>
        </p>
      )}
    </StaleSummary>
  );
}

const MONEY_FIELDS = ['status', 'finalPrice', 'paymentStatus', 'refundAmount', 'additionalPaymentAmount'];
