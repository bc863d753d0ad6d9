import { cleanup, render, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
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
