import { Link } from 'react-router';
import type { TransactionReply } from '#contract/transactions.ts';
import { disputeLabel } from '#domain/money/disputes.ts';
import { TRANSACTION_TYPE_LABELS } from '#domain/money/transactions.ts';
import { Card, Fact, Facts } from '#web/kit/ui/Card.tsx';
import { EmailLink } from '#web/kit/ui/ContactLinks.tsx';
import { transactionPath } from '#web/paths.ts';
import { RecordedFacts } from './RecordedFacts.tsx';
import { amountText, instantOf, methodsText, secondsText } from './words.ts';

const LINK =
  'inline-block py-0.5 text-brand underline underline-offset-4 hover:text-brand-strong max-md:py-[0.7rem] pointer-coarse:py-[0.7rem]';

export function FactsCard({ transaction }: { transaction: TransactionReply }) {
  const { type, details, paymentIntent, disputeStatus, recorded } = transaction;
  const { amount, created, receipt_email, reason, currency } = details;
  return (
    <Card title="Transaction Details">
      <Facts>
        <Fact name="Type">{TRANSACTION_TYPE_LABELS[type]}</Fact>
        <Fact name="Amount">
          <span className="tabular-nums">
            {amountText({ type, amount })} {currency.toUpperCase()}
          </span>
        </Fact>
        <Fact name="Date">
          <time dateTime={instantOf(created)}>{secondsText(created)}</time>
        </Fact>
        <Fact name="Payment method">{methodsText(details.payment_method_types)}</Fact>
        {recorded && <RecordedFacts type={type} recorded={recorded} />}
        {disputeStatus !== null && <Fact name="Dispute">{disputeLabel(disputeStatus)}</Fact>}
        {!recorded && (
          <Fact name="Receipt email">
            {receipt_email === null ? 'Not provided' : <EmailLink email={receipt_email} />}
          </Fact>
        )}
        {type === 'refund' && (
          <>
            <Fact name="Refund reason">
              <span dir="auto" className="whitespace-pre-line">
                {reason === null ? 'None given' : reasonText(reason)}
              </span>
            </Fact>
            <Fact name="Refund of payment">
              <Link to={transactionPath(paymentIntent.id)} className={LINK}>
                {paymentIntent.id}
              </Link>
            </Fact>
          </>
        )}
      </Facts>
    </Card>
  );
}

/** A lost dispute has the code 'dispute' as its reason; every other reason is the text that staff typed. */
function reasonText(reason: string): string {
  return reason === 'dispute' ? 'Dispute' : reason;
}
