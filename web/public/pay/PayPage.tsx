import { useEffect, useState } from 'react';
import type { PayLinkView } from '#contract/pay-links.ts';
import type { PaymentRef } from '#web/api/checkout.ts';
import { site } from '#web/config.ts';
import type { PaidStatus } from '#web/public/card/confirm-card.ts';
import { AcceptTerms } from './AcceptTerms.tsx';
import { LinkEnded } from './LinkEnded.tsx';
import { LinkPaymentForm } from './LinkPaymentForm.tsx';
import { linkState, linkTitle, usePayLink } from './link-state.ts';
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
  const [accepted, setAccepted] = useState<PayLinkView['terms']>(null);
  // The server asks no more once they are accepted.
  const terms = view?.terms ?? accepted;
  const isAccepted = terms?.version === accepted?.version;
  const title = linkTitle(state, view);
  useEffect(() => {
    document.title = `${title} | ${site.businessName}`;
  }, [title]);

  const askAgain = async () => {
    const { data } = await link.refetch();
    return data?.state;
  };
  return (
    <div className="page max-w-5xl py-8 sm:py-12">
      <h1 className="text-3xl sm:text-4xl">{title}</h1>
      <div className="mt-6 grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_21rem] lg:gap-10">
        {state === 'loading' && (
          <p role="status" className="text-ink-soft">
            This takes a few seconds.
          </p>
        )}
        {view && <PayTicket view={view} state={state} />}
        {state === 'open' && token && view && (
          <div className="min-w-0 space-y-6">
            {terms && (
              <AcceptTerms
                terms={terms}
                isAccepted={isAccepted}
                isWholePrice={view.isWholePrice}
                onAccept={() => setAccepted(terms)}
              />
            )}
            {isAccepted && (
              <LinkPaymentForm
                token={token}
                termsVersion={accepted?.version ?? null}
                view={view}
                returned={returned}
                hasChanged={async () => (await askAgain()) !== 'open'}
                onPaid={setPaid}
              />
            )}
          </div>
        )}
        {state !== 'open' && state !== 'loading' && (
          <LinkEnded
            state={state}
            isDeposit={view?.kind === 'deposit'}
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
