import { act } from '@testing-library/react';
import { hydrateRoot } from 'react-dom/client';
import { expect, test, vi } from 'vitest';
import { renderDocument } from '#web/build/prerender.tsx';
import { BookingApp } from './BookingApp.tsx';
import { FIRST_CATALOG } from './test/samples.ts';

test('the built page hydrates without differences', async () => {
  const errors = vi.spyOn(console, 'error');
  const onRecoverableError = vi.fn();
  const root = document.createElement('div');
  root.innerHTML = renderDocument('index');
  const built = root.innerHTML;
  await act(async () => {
    hydrateRoot(root, <BookingApp catalog={FIRST_CATALOG} />, { onRecoverableError });
  });
  expect(root.innerHTML.startsWith(built)).toBe(true);
  expect(onRecoverableError).not.toHaveBeenCalled();
  expect(errors).not.toHaveBeenCalled();
});

test('the built page has every option with its price', () => {
  const root = document.createElement('div');
  root.innerHTML = renderDocument('index');
  const cards = [...root.querySelectorAll('li:has(button[data-rental])')].map((card) => card.textContent);
  expect(cards).toHaveLength(3);
  expect(cards[0]).toMatch(/1-Day Rental.*\$325deposit.*Select 1-Day Rental/);
  expect(cards[1]).toMatch(/7-Day Rental.*\$425deposit.*Select 7-Day Rental/);
  expect(cards[2]).toMatch(/30-Day Rental.*\$525deposit.*Select 30-Day Rental/);
});

test('text pages have no script', () => {
  for (const name of ['terms', 'privacy', '404']) expect(renderDocument(name)).not.toContain('<script');
});
