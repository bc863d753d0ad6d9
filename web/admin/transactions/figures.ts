import type { TransactionSummary } from '#contract/transactions.ts';
import { formatUsd } from '#domain/money.ts';
import { formatCount } from '#domain/text.ts';
import type { Figure } from '#web/table/FigureCards.tsx';

/** What the whole ledger comes to (SPEC 2). */
export const LEDGER_FIGURES: readonly Figure<TransactionSummary>[] = [
  {
    title: 'Total Revenue',
    value: ({ total }) => formatUsd(total),
    note: ({ count }) => counted(count, 'transaction'),
  },
  {
    title: 'Total Refunded',
    value: ({ refunded }) => formatUsd(refunded),
    note: ({ refundCount }) => counted(refundCount, 'refund'),
  },
  { title: 'Pending', value: ({ pending }) => formatUsd(pending), note: () => 'Awaiting processing' },
  {
    title: 'Net Revenue',
    value: (summary) => formatUsd(netOf(summary)),
    note: () => 'Total minus refunded',
    isBelowNothing: (summary) => netOf(summary) < 0,
  },
];

function netOf({ total, refunded }: TransactionSummary): number {
  return total - refunded;
}

function counted(count: number, of: string): string {
  return `${formatCount(count)} ${of}${count === 1 ? '' : 's'}`;
}
