import { useState } from 'react';
import { cardText } from '#domain/cards.ts';
import { formatUsd } from '#domain/money.ts';
import { failureText } from '#web/admin/bookings/failure.ts';
import { CallError, isCode } from '#web/api/call.ts';
import { useCharge } from '#web/api/payments.ts';
import { PasswordField } from '#web/form/PasswordField.tsx';
import { toast } from '#web/ui/toast-store.ts';
import type { AskedCharge } from './asked-charge.ts';
import { MoneyDialog } from './MoneyDialog.tsx';
import { useHeldBack } from './use-held-back.ts';

type Props = { bookingId: number; asked: AskedCharge; etag: string | null; onClose: () => void };

/** Charges the card on file, after a question and a moment in which it can be stopped. */
export function ChargeDialog({ bookingId, asked, etag, onClose }: Props) {
  const { amount, remaining, card, needsPassword, endsLink } = asked;
  const [idempotencyKey] = useState(() => crypto.randomUUID());
  const [password, setPassword] = useState('');
  const [mistake, setMistake] = useState<string>();
  const held = useHeldBack();
  const charge = useCharge(bookingId, { idempotencyKey, ifMatch: etag });
  const send = async () => {
    try {
      const reply = await charge.mutateAsync({
        chargeAmount: amount,
        expectedRemaining: remaining,
        ...(needsPassword && { password }),
      });
      toast({ ...('state' in reply ? PROCESSING : CHARGED), look: 'plain' });
      onClose();
    } catch (error) {
      toast({ title: 'Payment Error', text: words(error), look: 'destructive' });
    }
  };
  const confirm = () => {
    charge.reset();
    if (needsPassword && password === '') {
      setMistake('Password is required');
      document.getElementById('password')?.focus();
    } else held.start(send);
  };
  return (
    <MoneyDialog
      title="Charge the remaining balance?"
      text={
        <>
          <p>
            <strong className="text-ink">{formatUsd(amount)}</strong> is charged to{' '}
            <strong className="text-ink">{cardText(card)}</strong> for booking #{bookingId}. The customer is
            told by e-mail.
          </p>
          {amount < remaining && <p className="mt-2">{formatUsd(remaining - amount)} stays due.</p>}
          {endsLink && <p className="mt-2">The pay link that is open now ends.</p>}
        </>
      }
      confirmText={`Charge ${formatUsd(amount)}`}
      stoppedText="Nothing was charged."
      held={held}
      isDirty={password !== ''}
      error={charge.error && words(charge.error)}
      isOver={isFinal(charge.error)}
      onConfirm={confirm}
      onClose={onClose}
    >
      {needsPassword && (
        <PasswordField
          name="password"
          label="Your password"
          hint="Asked for because of the amount"
          autoComplete="current-password"
          error={mistake}
          value={password}
          onChange={({ target }) => {
            setPassword(target.value);
            setMistake(undefined);
          }}
        />
      )}
    </MoneyDialog>
  );
}

const CHARGED = {
  title: 'Payment Processed',
  text: 'The remaining balance has been successfully charged.',
};
const PROCESSING = {
  title: 'Payment Processing',
  text: 'The payment is still being processed. This page says so until it is settled.',
};

/** What the same question cannot change: the answer stands, or the figures are others now. */
const FINAL = [
  'card_declined',
  'authentication_required',
  'stale',
  'nothing_due',
  'conflict',
  'not_found',
] as const;

function isFinal(error: unknown): boolean {
  return FINAL.some((code) => isCode(error, code));
}

function words(error: unknown): string {
  const failed = failureText('Failed to process the remaining payment.', error);
  return error instanceof CallError ? failed : `${failed} ${NO_ANSWER}`;
}

const NO_ANSWER =
  'It may have been charged all the same; charging again in this dialog does not charge twice.';
