import type { TransactionReply } from '#contract/transactions.ts';
import { BookingCard } from './BookingCard.tsx';
import { ErrorNotice } from './ErrorNotice.tsx';
import { FactsCard } from './FactsCard.tsx';
import { MetadataCard } from './MetadataCard.tsx';
import { TimelineCard } from './TimelineCard.tsx';
import { TransactionColumns } from './TransactionColumns.tsx';

export function TransactionDetail({ transaction }: { transaction: TransactionReply }) {
  const { type, details, booking } = transaction;
  return (
    <TransactionColumns
      about={
        <>
          <ErrorNotice type={type} error={details.last_payment_error} />
          <FactsCard transaction={transaction} />
        </>
      }
      booking={<BookingCard booking={booking} />}
      more={
        <>
          <TimelineCard type={type} charges={details.charges.data} />
          <MetadataCard metadata={details.metadata} />
        </>
      }
    />
  );
}
