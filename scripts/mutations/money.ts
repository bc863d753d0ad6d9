import { faultsOf } from './mutation.ts';

const REFUNDS = 'domain/money/refunds.test.ts';
const BALANCE = 'domain/money/balance.test.ts';
const CANCELLATION = 'domain/money/cancellation.test.ts';
const SHARES = 'domain/money/shares.test.ts';
const QUOTE = 'domain/catalog/quote.test.ts';

export const MONEY_FAULTS = [
  ...faultsOf('domain/money/refunds.ts', [
    [
      'what can be refunded is never negative',
      'return Math.max(0, amount - takenBack);',
      'return amount - takenBack;',
      REFUNDS,
    ],
    [
      'a lost dispute never counts against another payment',
      'sum + Math.min(amount, takenBack)',
      'sum + takenBack',
      REFUNDS,
    ],
    [
      'a payment under dispute is not refunded',
      'const share = isDisputed ? 0 : Math.min(',
      'const share = Math.min(',
      REFUNDS,
    ],
    [
      'a refund above the payments is refused',
      'return rest === 0 ? shares : null;',
      'return shares;',
      REFUNDS,
    ],
    ['a discount is at most its refund', 'if (rest > 0) throw', 'if (rest < 0) throw', REFUNDS],
    ['a refund of a cancelled booking is no discount', "if (status === 'cancelled') return 0;", '', REFUNDS],
  ]),
  ...faultsOf('domain/money/balance.ts', [
    [
      'no refund is due again while a booking is cancelled',
      "const dueAgain = status === 'cancelled' ? 0 : dueAgainAmount;",
      'const dueAgain = dueAgainAmount;',
      BALANCE,
    ],
    [
      'the deposit is due while no final price is set',
      '(finalPrice ?? depositAmount) - paidAmount',
      '(finalPrice ?? 0) - paidAmount',
      BALANCE,
    ],
    ['a discount is not due again', 'amount: row.amount - row.discountAmount', 'amount: row.amount', BALANCE],
    [
      'only payments that succeeded count',
      "(status === 'succeeded' ? amount : 0)",
      "(status !== 'failed' ? amount : 0)",
      BALANCE,
    ],
    [
      'a deposit is due from the booking on',
      'isDepositPaid ? endDate : bookedOn',
      'isDepositPaid ? bookedOn : endDate',
      BALANCE,
    ],
  ]),
  ...faultsOf('domain/money/cancellation.ts', [
    ['cancelling is free at the last moment', 'nowMs <= freeUntilMs', 'nowMs < freeUntilMs', CANCELLATION],
    [
      'a fee is never more than what was paid',
      'Math.min(kept, computeCancellationFee(policy, facts))',
      'computeCancellationFee(policy, facts)',
      CANCELLATION,
    ],
    [
      'money under dispute is not proposed as a refund',
      'Math.min(refundable, kept - fee)',
      'kept - fee',
      CANCELLATION,
    ],
    [
      'no refund is proposed after the delivery',
      'if (isDelivered) {',
      'if (isDelivered && nowMs === 0) {',
      CANCELLATION,
    ],
  ]),
  ...faultsOf('domain/money/shares.ts', [
    [
      'earlier shares get the odd cents',
      'Math.ceil((amount * weight) / total)',
      'Math.floor((amount * weight) / total)',
      SHARES,
    ],
    [
      'the shares of a refund add up',
      'const part = isLast ? left : Math.min(',
      'const part = Math.min(',
      SHARES,
    ],
  ]),
  ...faultsOf('domain/money/tax-share.ts', [
    [
      'each cent that was paid has the tax share of the price',
      'multiplyCents(amount, tax, total)',
      'multiplyCents(amount, tax, total + tax)',
      'domain/money/tax-share.test.ts',
    ],
  ]),
  ...faultsOf('domain/money/disputes.ts', [
    [
      'a dispute under review blocks refunds',
      "  'needs_response',\n  'under_review',\n  'appeal_needs_response',\n  'appeal_under_review',",
      "  'needs_response',\n  'appeal_needs_response',\n  'appeal_under_review',",
      'domain/money/disputes.test.ts',
    ],
    [
      'a lost dispute has a row in the ledger',
      "if (status === 'lost') return 'booked';",
      "if (status === 'won') return 'booked';",
      'domain/money/disputes.test.ts',
    ],
  ]),
  ...faultsOf('domain/shared/money.ts', [
    ['cents are rounded half up', '(2n * product + BigInt(denominator))', '(2n * product)', QUOTE],
    ["'$1.5' is $1.50", ".padEnd(2, '0')", ".padStart(2, '0')", 'domain/shared/money.test.ts'],
  ]),
  ...faultsOf('domain/catalog/tax.ts', [
    ['a line without tax is not taxed', 'isTaxable && category ?', 'category ?', QUOTE],
    [
      'the most specific tax rule applies',
      'countZipCodes(rule) < countZipCodes(best)',
      'countZipCodes(rule) > countZipCodes(best)',
      QUOTE,
    ],
  ]),
  ...faultsOf('domain/catalog/overage.ts', [
    ['extra weight is rounded up to the unit', 'Math.ceil(over / unit)', 'Math.floor(over / unit)', QUOTE],
    ['the included weight is free', 'Math.max(0, weight - includedWeight)', 'Math.max(0, weight)', QUOTE],
  ]),
];
