import type { PayLinkView } from '#contract/pay-links.ts';
import { CheckboxField } from '#web/kit/form/CheckboxField.tsx';
import { PUBLIC_PATHS } from '#web/paths.ts';

type Props = {
  terms: NonNullable<PayLinkView['terms']>;
  isAccepted: boolean;
  isWholePrice: boolean;
  onAccept: () => void;
};

/** Asks for the terms before the payment of a booking by phone is opened: the server refuses it without them. */
export function AcceptTerms({ terms, isAccepted, isWholePrice, onAccept }: Props) {
  const query = new URLSearchParams({ version: terms.version, rateCardId: String(terms.rateCardId) });
  return (
    <section className="min-w-0 rounded-lg border border-line bg-surface p-5 shadow-lift sm:p-7">
      <h2 className="text-xl">Before you pay</h2>
      <div className="mt-3">
        <CheckboxField
          name="terms"
          label="I agree to the terms and conditions"
          error={undefined}
          checked={isAccepted}
          // Stored at the server by then.
          disabled={isAccepted}
          onChange={onAccept}
          hint={
            <>
              Please read our{' '}
              <a
                href={`${PUBLIC_PATHS.terms}?${query}`}
                target="_blank"
                rel="noopener"
                className="inline-block"
              >
                Terms of Service
              </a>{' '}
              and{' '}
              <a href={PUBLIC_PATHS.privacy} target="_blank" rel="noopener" className="inline-block">
                Privacy Policy
              </a>{' '}
              (they open in a new tab).{' '}
              {isWholePrice
                ? 'By ticking this box you also agree that we save your card and charge it for what is added to the price.'
                : 'By ticking this box you also agree that we save your card and charge it for the remaining balance at the end of your rental.'}
            </>
          }
        />
      </div>
    </section>
  );
}
