import { cardText } from '#domain/cards.ts';
import { formatUsd } from '#domain/money.ts';
import { useMay } from '#web/admin/bookings/use-may.ts';
import { ChargeForm } from './ChargeForm.tsx';
import type { Money } from './money.ts';
import { SendPayLink } from './SendPayLink.tsx';

type Props = Money & { onCharge: (amount: number) => void };

/** What is still to be paid, and the ways to it: the card on file, or a link for the customer. */
export function PaymentDue({ onCharge, ...money }: Props) {
  const { remaining, card, payLink } = money.payments;
  const mayCharge = useMay('payments:charge');
  if (remaining === 0) return null;
  return (
    <div>
      <h3 className="font-semibold text-sm">Payment Due</h3>
      <p className="mt-1 font-display font-semibold text-2xl tabular-nums">{formatUsd(remaining)}</p>
      <p className="mt-1 text-ink-soft text-sm">
        {card ? `Card on file: ${cardText(card)}` : 'There is no card on file.'}
        {!card && !payLink && mayCharge && ' Send the customer a link to pay with a card of their own.'}
      </p>
      {mayCharge && card && <ChargeForm {...money} onCharge={onCharge} />}
      {mayCharge && !payLink && <SendPayLink {...money} look={card ? 'secondary' : 'primary'} />}
    </div>
  );
}
