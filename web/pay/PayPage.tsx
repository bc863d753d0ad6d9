import { useEffect, useState } from 'react';
import type { PaymentRef } from '#web/api/checkout.ts';
import type { PaidStatus } from '#web/card/confirm-card.ts';
import { site } from '#web/config.ts';
import { LinkEnded } from './LinkEnded.tsx';
import { LinkPaymentForm } from './LinkPaymentForm.tsx';
import { linkState, TITLES, usePayLink } from './link-state.ts';
import { PayTicket } from './PayTicket.tsx';

type Props = {
  token: string | null;
  /** The payment in the return URL, after a bank's redirect. */
  returned: PaymentRef | null;
};

/** The page of a payment link: amount and card form. Opening it changes nothing. */
export function PayPage({ token, returned }: Props) {
  const link = usePayLink(token);
  const [paid, setPaid] = useState<PaidStatus | null>(null);
  const state = linkState({ token, link, paid });
  const view = link.data;
  useEffect(() => {
    document.title = `${TITLES[state]} | ${site.businessName}`;
  }, [state]);

  const askAgain = async () => {
    const { data } = await link.refetch();
    return data?.state;
  };
  return (
    <div className="page max-w-5xl py-8 sm:py-12">
      <h1 className="text-3xl sm:text-4xl">{TITLES[state]}</h1>
      <div className="mt-6 grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_21rem] lg:gap-10">
        {state === 'loading' && (
          <p role="status" className="text-ink-soft">
            This takes a few seconds.
          </p>
        )}
        {view && <PayTicket view={view} state={state} />}
        {state === 'open' && token && view && (
          <LinkPaymentForm
            token={token}
            view={view}
            returned={returned}
            hasChanged={async () => (await askAgain()) !== 'open'}
            onPaid={setPaid}
          />
        )}
        {state !== 'open' && state !== 'loading' && (
          <LinkEnded
            state={state}
            amount={view?.amount ?? null}
            isNew={paid !== null}
            error={link.error}
            onRetry={() => {
              setPaid(null);
              void askAgain();
            }}
          />
        )}
      </div>
    </div>
  );
}
