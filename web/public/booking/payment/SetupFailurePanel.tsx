import type { ReactNode } from 'react';
import { Button } from '#web/kit/ui/Button.tsx';
import { CallUs } from '#web/kit/ui/ContactLinks.tsx';
import { Panel } from '#web/kit/ui/Panel.tsx';
import { type CheckoutFailure, failureExplanation } from './checkout-failure.ts';

export const UNCHARGED = 'Your card was not charged, and everything you typed is kept.';

type Props = { failure: CheckoutFailure; onTryAgain: () => void; onBack: () => void };

/** The server could not be reached, gave no reason that has a panel of its own, or that panel did not load. */
export function SetupFailurePanel({ failure, onTryAgain, onBack }: Props) {
  const hasPanel = failure.kind !== 'setup';
  const back = (
    <Button variant="secondary" onClick={onBack}>
      Back to Customer Details
    </Button>
  );
  return (
    <RetryPanel
      title="Payment setup failed"
      action={
        hasPanel ? (
          <Button onClick={() => window.location.reload()}>Reload the page</Button>
        ) : (
          <Button onClick={onTryAgain}>Try again</Button>
        )
      }
      back={back}
    >
      <p>
        {hasPanel
          ? 'Please reload the page to see what you can do.'
          : 'Please try again or contact support for assistance.'}
      </p>
      <p>{failureExplanation(failure)}</p>
      {failure.issues.length > 0 && (
        <ul className="list-disc pl-5">
          {failure.issues.map((issue) => (
            <li key={issue}>{issue}</li>
          ))}
        </ul>
      )}
    </RetryPanel>
  );
}

type RetryProps = { title: string; action: ReactNode; back: ReactNode; children: ReactNode };

export function RetryPanel({ title, action, back, children }: RetryProps) {
  return (
    <Panel
      title={title}
      takesFocus
      actions={
        <>
          {action}
          {back}
        </>
      }
    >
      {children}
      <p>{UNCHARGED}</p>
      <CallUs before="Still not working?" />
    </Panel>
  );
}
