import { paidAmount, remainingAmount } from '#domain/balance.ts';
import { formatUsd } from '#domain/money.ts';
import type { Read } from '#web/api/bookings.ts';
import { Card } from '#web/ui/Card.tsx';
import { StatusBadge } from '#web/ui/StatusBadge.tsx';
import { MoneyActions } from './money/MoneyActions.tsx';
import { OpenedDialog, useOpened } from './money/OpenedDialog.tsx';
import { PriceAction } from './PriceAction.tsx';
import { PriceProposal } from './PriceProposal.tsx';
import { ReminderAction } from './ReminderAction.tsx';
import { StatusAction } from './StatusAction.tsx';
import { useMayWrite } from './use-may-write.ts';
import { priceText } from './words.ts';

const SUMS = 'booking-sums';

/** What can be done with a booking, one part below the other, for those who may. */
export function ActionsCard({ read }: { read: Read }) {
  const mayWrite = useMayWrite();
  const booking = read.value;
  const { opened, open, close } = useOpened(SUMS);
  return (
    <Card title={mayWrite ? 'Actions' : 'Status and Price'}>
      <div className="divide-y divide-line *:py-4 *:first:pt-0 *:last:pb-0">
        {mayWrite ? (
          <StatusAction read={read} onCancel={() => open({ dialog: 'cancel' })} />
        ) : (
          <p>
            <StatusBadge status={booking.status} />
          </p>
        )}
        {mayWrite && booking.status === 'pending' && <ReminderAction read={read} />}
        {mayWrite && <PriceAction read={read} />}
        <PriceProposal read={read} />
        <Sums booking={booking} />
        <MoneyActions read={read} onOpen={open} />
      </div>
      {opened && <OpenedDialog read={read} opened={opened} onOpen={open} onClose={close} />}
    </Card>
  );
}

function Sums({ booking }: { booking: Read['value'] }) {
  const { finalPrice, refundAmount } = booking;
  return (
    <dl id={SUMS} tabIndex={-1} className="space-y-1.5 text-sm tabular-nums">
      <Sum name="Current final price" amount={priceText(finalPrice)} />
      <Sum name="Paid so far" amount={formatUsd(paidAmount(booking))} />
      {Boolean(refundAmount) && <Sum name="Refunded so far" amount={formatUsd(refundAmount ?? 0)} />}
      {finalPrice !== null && (
        <Sum name="Remaining balance" amount={formatUsd(remainingAmount(booking))} isStrong />
      )}
    </dl>
  );
}

function Sum({ name, amount, isStrong = false }: { name: string; amount: string; isStrong?: boolean }) {
  return (
    <div className={`flex justify-between gap-4 ${isStrong ? 'font-semibold' : ''}`}>
      <dt className={isStrong ? '' : 'text-ink-soft'}>{name}</dt>
      <dd>{amount}</dd>
    </div>
  );
}
