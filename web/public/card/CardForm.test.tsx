// @vitest-environment jsdom
import { loadStripe } from '@stripe/stripe-js/pure';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { serveCards } from '#web/test/card.ts';
import { CardForm } from './CardForm.tsx';

const onProblem = vi.fn();

afterEach(() => {
  cleanup();
  onProblem.mockClear();
});

async function show() {
  const stripe = await loadStripe('pk_test_1');
  if (!stripe) throw new Error('Stripe.js was not loaded');
  render(
    <CardForm
      stripe={stripe}
      clientSecret="pi_1_secret_1"
      owner={null}
      returnUrl="https://example.com/payment-success"
      payLabel="Pay"
      mayConfirm={async () => true}
      onPaid={() => {}}
      onProblem={onProblem}
    />,
  );
}

it("the card fields are made with the page's typeface, by addresses that Stripe's frame can read", async () => {
  const { elementsOptions } = serveCards();
  await show();
  await screen.findByRole('button', { name: 'Pay' });
  const face = (weight: string) => ({
    family: 'Barlow',
    weight,
    src: expect.stringMatching(new RegExp(`^url\\(https?://.+barlow-latin-${weight}-normal.*\\.woff2\\)$`)),
  });
  expect(elementsOptions).toMatchObject([
    { clientSecret: 'pi_1_secret_1', fonts: [face('400'), face('600')] },
  ]);
});

it('a card that cannot be sent yet is not charged, and the form says so', async () => {
  serveCards().isLoading = true;
  await show();
  fireEvent.click(await screen.findByRole('button', { name: 'Pay' }));
  await screen.findByText('Your card was not charged. Its fields are still loading: try again in a moment.');
  expect(onProblem).toHaveBeenCalledWith({
    title: 'Error',
    text: 'Stripe has not been properly initialized.',
  });
});

it('a failure before the card is sent is not called unknown', async () => {
  serveCards().submit = () => Promise.reject(new Error('the frame of the card fields is gone'));
  await show();
  const form = await screen.findByRole('form', { name: 'Card payment' });
  await waitFor(() => expect(form.getAttribute('aria-busy')).toBe('false'));
  fireEvent.click(screen.getByRole('button', { name: 'Pay' }));
  await screen.findByText(
    'There was a problem processing your payment. Please try again. Your card was not charged.',
  );
});

it('card fields that Stripe.js cannot remove do not break the page', async () => {
  serveCards().destroy = () => {
    throw new Error('This Element has already been destroyed.');
  };
  await show();
  await screen.findByRole('button', { name: 'Pay' });
  expect(cleanup).not.toThrow();
});
