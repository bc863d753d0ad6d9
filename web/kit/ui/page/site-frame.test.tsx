import { cleanup, render, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest';
import { phoneHref, site } from '#web/config.ts';
import { SiteFrame } from './SiteFrame.tsx';

beforeEach(() => {
  window.matchMedia = () => ({ matches: false, addEventListener() {}, removeEventListener() {} }) as never;
});
afterEach(cleanup);

test("the footer's phone number is a tel: link", () => {
  render(<SiteFrame>The page</SiteFrame>);
  const phone = within(screen.getByRole('contentinfo')).getByRole('link', { name: site.businessPhone });
  expect(phone.getAttribute('href')).toBe(phoneHref(site.businessPhone));
});

test('a logo takes the place of sign and name, and opening hours are beside the phone number', () => {
  const before = { ...site };
  Object.assign(site, { logoUrl: '/api/business/logo/ab', openingHours: 'Mon to Fri\n8 am to 5 pm' });
  onTestFinished(() => void Object.assign(site, before));
  render(<SiteFrame>The page</SiteFrame>);
  const logo = within(screen.getByRole('banner')).getByRole('img', { name: site.businessName });
  expect(logo.getAttribute('src')).toBe('/api/business/logo/ab');
  // Sized before it is loaded.
  expect(logo.className).toMatch(/\bh-\d+ w-\d+\b/);
  expect(within(screen.getByRole('contentinfo')).getByText(/8 am to 5 pm/)).toBeTruthy();
});

test('without a logo and opening hours there is the name, and no empty line', () => {
  render(<SiteFrame>The page</SiteFrame>);
  expect(screen.queryByRole('img')).toBeNull();
  expect(screen.getByRole('banner').textContent).toContain(site.businessName);
  expect(screen.getByRole('contentinfo').querySelector('.whitespace-pre-line')).toBeNull();
});
