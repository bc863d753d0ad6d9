import type { Transaction } from '#contract/transactions.ts';
import { Fact } from '#web/ui/Card.tsx';
import { EmailLink } from '#web/ui/ContactLinks.tsx';
import { inWords, secondsText } from './words.ts';

/** What a row shows when it is opened. */
export function RowDetails({ transaction }: { transaction: Transaction }) {
  const { type, created, currency, receiptEmail, reason, paymentMethod } = transaction;
  return (
    <dl className="grid gap-x-8 gap-y-3 sm:grid-cols-2 @4xl:grid-cols-4">
      <Fact name="Date">{secondsText(created)}</Fact>
      <Fact name="Receipt email">
        {receiptEmail === null ? 'Not provided' : <EmailLink email={receiptEmail} />}
      </Fact>
      <Fact name="Payment method">{paymentMethod === null ? 'Not known' : inWords(paymentMethod)}</Fact>
      <Fact name="Currency">{currency.toUpperCase()}</Fact>
      {type === 'refund' && (
        <div className="col-span-full min-w-0">
          <dt className="text-ink-soft text-xs">Refund reason</dt>
          <dd dir="auto" className="wrap-anywhere mt-0.5 max-w-prose whitespace-pre-line">
            {reason ?? 'None given'}
          </dd>
        </div>
      )}
    </dl>
  );
}
