import { useState } from 'react';
import { cardText } from '#domain/money/cards.ts';
import { formatUsd } from '#domain/shared/money.ts';
import type { VersionedBooking } from '#web/api/bookings.ts';
import { isCode } from '#web/api/call.ts';
import { type ChargeReply, type ChargeRequest, useCharge } from '#web/api/payments.ts';
import { failureText } from '#web/kit/form/failure.ts';
import { PasswordField } from '#web/kit/form/PasswordField.tsx';
import { isOutcomeUnknown } from '#web/kit/form/versioned/stale.ts';
import { toast } from '#web/kit/ui/toast/toast-store.ts';
import { MoneyDialog, useUndoWindow } from '#web/office/bookings/money/MoneyDialog.tsx';
import { type Figures, StaleFigures, useMoneySave } from '#web/office/bookings/money/use-money-save.tsx';
import { dollarsText } from '#web/office/bookings/price/read-price.ts';
import { useMay } from '#web/office/bookings/use-may.ts';
import { readCharge } from './ChargeForm.tsx';

type Props = Figures & {
  /** The booking as it is now. */
  read: VersionedBooking;
  /** Cents. */
  amount: number;
  onClose: () => void;
};

/** Charges the card on file, after a question and a moment in which it can be stopped. */
export function ChargeDialog({ amount, onClose, ...opened }: Props) {
  const { read } = opened;
  const bookingId = read.value.id;
  const [idempotencyKey] = useState(() => crypto.randomUUID());
  const [password, setPassword] = useState('');
  const [inputError, setInputError] = useState<string>();
  const undoWindow = useUndoWindow();
  const mayExceed = useMay('payments:exceed-limit');
  const saving = useMoneySave<ChargeRequest, ChargeReply>(opened, useCharge(bookingId, idempotencyKey), {
    onSaved: (reply) => {
      toast({ ...('state' in reply ? PROCESSING : CHARGED), variant: 'plain' });
      onClose();
    },
    onFailed: (error) => toast({ title: 'Payment Error', text: words(error), variant: 'destructive' }),
  });
  const { payments, stale, isUnknown, failure } = saving;
  const { remaining, card, payLink } = payments;
  const needsPassword = amount > payments.chargeableWithoutPassword;
  const refusal = stale && readCharge(dollarsText(amount), payments, mayExceed).inputError;
  const confirm = () => {
    if (needsPassword && password === '') {
      setInputError('Password is required');
      document.getElementById('password')?.focus();
    } else if (saving.begin()) {
      const charge = { chargeAmount: amount, expectedRemaining: remaining };
      undoWindow.start(() => saving.save({ ...charge, ...(needsPassword && { password }) }));
    }
  };
  return (
    <MoneyDialog
      title="Charge the remaining balance?"
      text={
        <>
          <p>
            <strong className="text-ink">{formatUsd(amount)}</strong> is charged to{' '}
            <strong className="text-ink">{card ? cardText(card) : 'the card on file'}</strong> for booking #
            {bookingId}.{read.value.email !== null && ' The customer gets an e-mail.'}
          </p>
          {amount < remaining && <p className="mt-2">{formatUsd(remaining - amount)} stays due.</p>}
          {payLink && <p className="mt-2">The payment link that is open now ends.</p>}
        </>
      }
      confirmText={`Charge ${formatUsd(amount)}`}
      stoppedText={isUnknown ? `It is not charged again. ${MAY_BE_CHARGED}` : NOT_CHARGED}
      undoWindow={undoWindow}
      isDirty={password !== ''}
      error={
        (failure && words(failure)) ??
        refusal ??
        (isUnknown && !stale ? `${MAY_BE_CHARGED} ${NOT_TWICE}` : null)
      }
      isOver={isFinal(failure) || Boolean(refusal)}
      onConfirm={confirm}
      onClose={onClose}
    >
      <StaleFigures
        booking={read}
        saving={saving}
        text={staleText({ isOver: Boolean(refusal), isUnknown })}
      />
      {needsPassword && (
        <PasswordField
          name="password"
          label="Your password"
          hint="Asked for because of the amount"
          autoComplete="current-password"
          error={inputError}
          value={password}
          onChange={({ target }) => {
            setPassword(target.value);
            setInputError(undefined);
          }}
        />
      )}
    </MoneyDialog>
  );
}

const NOT_CHARGED = 'Nothing was charged.';
const MAY_BE_CHARGED = 'An earlier attempt got no answer and may have been charged.';
const NOT_TWICE = 'Charging again in this dialog does not charge twice.';

function staleText({ isOver, isUnknown }: { isOver: boolean; isUnknown: boolean }): string {
  if (isOver) return isUnknown ? `${MAY_BE_CHARGED} Check the payments of this booking.` : NOT_CHARGED;
  const next = 'Check the amount, then charge again.';
  return isUnknown ? `${MAY_BE_CHARGED} ${next} ${NOT_TWICE}` : `${NOT_CHARGED} ${next}`;
}

const CHARGED = {
  title: 'Payment Processed',
  text: 'The remaining balance has been successfully charged.',
};
const PROCESSING = {
  title: 'Payment Processing',
  text: 'The payment is still being processed. This page says so until it is settled.',
};

/** Errors that a retry cannot change. */
const FINAL = ['card_declined', 'authentication_required', 'nothing_due', 'conflict', 'not_found'] as const;

function isFinal(error: unknown): boolean {
  return FINAL.some((code) => isCode(error, code));
}

function words(error: unknown): string {
  const failed = failureText('Failed to process the remaining payment.', error);
  return isOutcomeUnknown(error) ? `${failed} It may have been charged all the same. ${NOT_TWICE}` : failed;
}
