import {
  type TransactionStatus,
  type TransactionType,
  transactionStatusLabel,
} from '#domain/money/transactions.ts';
import { GOOD, OPEN, PAID_BACK, QUIET, RING, Sign, type StatusStyle } from './StatusBadge.tsx';

/** The badge of a payment's or refund's status. */
export function TransactionBadge({ type, status }: { type: TransactionType; status: TransactionStatus }) {
  const isPaidBack = type === 'refund' && status === 'succeeded';
  const style = isPaidBack ? PAID_BACK : TRANSACTION[status];
  return <Sign style={style} words={transactionStatusLabel(type, status)} />;
}

const WAITING = { box: OPEN, sign: `${RING}m0 4.5V12l3.5 2` };
const FAILED = {
  box: 'border-danger-line bg-danger-soft text-danger',
  sign: 'M12 3 2.5 20h19zM12 9.5v5m0 2.5v.5',
};
const TRANSACTION: Readonly<Record<TransactionStatus, StatusStyle>> = {
  succeeded: { box: GOOD, sign: 'M4.5 12.5 10 18 20 7' },
  processing: WAITING,
  requires_action: WAITING,
  requires_payment_method: FAILED,
  canceled: { box: QUIET, sign: 'M6 6l12 12M18 6 6 18' },
  pending: WAITING,
  failed: FAILED,
};
