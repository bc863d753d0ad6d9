import type { ReactNode } from 'react';
import { formatUsd } from '#domain/shared/money.ts';
import { site } from '#web/config.ts';
import { reasonText } from '#web/kit/form/failure.ts';
import { Button } from '#web/kit/ui/Button.tsx';
import { CallUs } from '#web/kit/ui/ContactLinks.tsx';
import { Panel } from '#web/kit/ui/Panel.tsx';
import type { ClosedLinkState } from './link-state.ts';

type Props = {
  state: ClosedLinkState;
  /** The link of a deposit: the booking ends with it. */
  isDeposit: boolean;
  /** In cents; null if the link could not be read. */
  amount: number | null;
  /** True if it was paid on this page just now. */
  isNew: boolean;
  /** Why the link could not be read. */
  error: Error | null;
  onRetry: () => void;
};

/** Replaces the card fields when the link is paid or can no longer be paid. */
export function LinkEnded({ state, isDeposit, amount, isNew, error, onRetry }: Props) {
  switch (state) {
    case 'paid':
      return isNew ? (
        <Panel title="Thank you!" takesFocus>
          <p>
            You have paid {amount !== null && <Amount cents={amount} />} to {site.businessName}. A
            confirmation is on its way to you by e-mail.
          </p>
          <p>You do not need to do anything else. You can close this page.</p>
        </Panel>
      ) : (
        <Panel title="There is nothing left to pay here">
          <p>This link has been paid. Thank you!</p>
          <CallUs before="Questions?" />
        </Panel>
      );
    case 'processing':
      return (
        <Panel
          title="Your bank is still processing the payment"
          takesFocus
          actions={<Button onClick={onRetry}>Check again</Button>}
        >
          <p>We will e-mail you when the payment is complete. Please do not pay again.</p>
          <CallUs before="Questions?" />
        </Panel>
      );
    case 'withdrawn':
      return (
        <Ended title="This link can no longer be paid">
          <p>
            Our office has withdrawn it, perhaps because the amount has changed or because you have paid in
            another way.
          </p>
          <CallUs before="We can send you a new link." />
        </Ended>
      );
    case 'expired':
      return (
        <Ended title={isDeposit ? 'This link was not paid in time' : 'Payment links work for 14 days'}>
          <CallUs
            before={
              isDeposit
                ? 'Your dumpster may no longer be reserved. We can book it for you again.'
                : 'This one is older. We can send you a new link.'
            }
          />
        </Ended>
      );
    case 'unknown':
      return (
        <Ended title="Is the address complete?">
          <p>Please open the link in our e-mail again. If you copy the link, copy all of it.</p>
          <CallUs before="Still not working?" />
        </Ended>
      );
    case 'failed':
      return (
        <Panel title="You were not charged" takesFocus actions={<Button onClick={onRetry}>Retry</Button>}>
          <p>{reasonText(error)}</p>
          <CallUs before="Still not working?" />
        </Panel>
      );
  }
}

function Ended({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Panel title={title} takesFocus>
      {children}
    </Panel>
  );
}

function Amount({ cents }: { cents: number }) {
  return <strong className="text-ink">{formatUsd(cents)}</strong>;
}
