import { Button } from '#web/ui/Button.tsx';
import type { Money } from './money.ts';
import { useSendPayLink } from './use-send-pay-link.ts';

type Props = Money & { look: 'primary' | 'secondary' };

/** Asks the customer to pay what is due with a card of their own. */
export function SendPayLink({ isOff, offReasonId, look, ...money }: Props) {
  const { send, isPending } = useSendPayLink(money);
  return (
    <Button
      look={look}
      className="mt-3 w-full aria-disabled:opacity-55"
      aria-disabled={isOff || isPending}
      aria-describedby={offReasonId}
      onClick={() => isOff || isPending || void send()}
    >
      {isPending ? 'Sending...' : 'Send pay link'}
    </Button>
  );
}
