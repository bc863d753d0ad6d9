import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { EmailLink, PhoneLink } from './ContactLinks.tsx';

afterEach(cleanup);

const href = () => screen.getByRole('link').getAttribute('href');

it.each([
  ['(518) 555-0142', 'tel:5185550142'],
  ['+1 518.555.0142', 'tel:+15185550142'],
  ['518 555 0142 ext. 77', 'tel:5185550142;ext=77'],
  ['518-555-0142x7', 'tel:5185550142;ext=7'],
])('dials %s, and an extension after it', (phone, expected) => {
  render(<PhoneLink phone={phone} />);
  expect(href()).toBe(expected);
});

it.each([
  ['ada+quarry@example.com', 'mailto:ada%2Bquarry@example.com'],
  [
    'ada@example.com?subject=Hi&bcc=eve@example.com',
    'mailto:ada@example.com%3Fsubject%3DHi%26bcc%3Deve@example.com',
  ],
])('links to %s and to no other recipient', (email, expected) => {
  render(<EmailLink email={email} />);
  expect(href()).toBe(expected);
});
