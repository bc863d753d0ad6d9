import type { Transaction } from '#contract/transactions.ts';
import { formatDay } from '#domain/shared/days.ts';
import { site } from '#web/config.ts';
import { momentText } from '#web/kit/dates/moment.ts';
import { Fact } from '#web/kit/ui/Card.tsx';

type Props = { type: Transaction['type']; recorded: NonNullable<Transaction['recorded']> };

/** What staff recorded of a payment or refund outside Stripe, for a list of facts. */
export function RecordedFacts({ type, recorded }: Props) {
  const { paymentDay, reference, recordedBy, voidedAt, voidedBy, voidReason } = recorded;
  return (
    <>
      {paymentDay !== null && (
        <Fact name={type === 'refund' ? 'Paid out on' : 'Received on'}>{formatDay(paymentDay)}</Fact>
      )}
      <Fact name="Reference">
        <bdi>{reference ?? 'None'}</bdi>
      </Fact>
      <Fact name="Recorded by">
        <bdi>{recordedBy ?? 'Not known'}</bdi>
      </Fact>
      {voidedAt !== null && (
        <>
          <Fact name="Voided">
            <bdi>{voidedBy}</bdi>, <time dateTime={voidedAt}>{momentText(voidedAt, site.timeZone)}</time>
          </Fact>
          <Fact name="Why it was voided">
            <bdi className="wrap-anywhere">{voidReason}</bdi>
          </Fact>
        </>
      )}
    </>
  );
}
