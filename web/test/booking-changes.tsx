import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect } from 'vitest';
import type { ChangePreview } from '#contract/booking-changes.ts';
import { DAY_CHANGE_TYPES } from '#domain/rental/changes/change-types.ts';
import { addDays, daysOfMonth } from '#domain/shared/days.ts';
import { sampleBooking } from './bookings.ts';
import { section, show } from './office-booking.tsx';

export const CHANGES = 'POST /api/bookings/12/changes';
/** The business's day at which these tests run. */
export const TODAY = '2026-11-28';

type Body = Record<string, unknown> & { preview: boolean };
type Answer = { status?: number; body?: unknown };
type Asked = ReturnType<typeof show>;

export const FACTS = {
  deliveryDate: '2026-12-01',
  endDate: '2026-12-07',
  pickupDay: '2026-12-07',
  rentalType: '7-day',
  rentalTitle: '7-Day Rental',
  dumpsterType: '15-yard',
  sizeName: '15-Yard',
  unit: { id: 3, number: 'D-3' },
  total: 42_500,
  status: 'pending' as const,
};

/** The preview of a move to a day, as the server has it. */
export function makePreview(
  { deliveryDate = FACTS.deliveryDate, ...body }: Body,
  changes: Partial<ChangePreview> = {},
) {
  const start = String(deliveryDate);
  const end = String(body.endDate ?? addDays(start, 6));
  return {
    allowed: true,
    reasons: [],
    before: FACTS,
    after: { ...FACTS, deliveryDate: start, endDate: end, pickupDay: end },
    lines: [],
    difference: 0,
    refundable: 0,
    warnings: [],
    rateCard: null,
    movedBooking: null,
    endsPayLink: null,
    willNotify: body.notifyCustomer !== false,
    previewToken: `token of ${JSON.stringify(body)}`,
    ...changes,
  };
}

export const doneChange = (changes = {}, booking = {}) => ({
  body: {
    booking: sampleBooking({ version: 2, ...booking }),
    endedPayLink: null,
    movedBooking: null,
    notified: true,
    ...changes,
  },
});

const listedDays = (month: string, reasons: Record<string, string> = {}) => ({
  body: {
    today: TODAY,
    days: daysOfMonth(month).map((day) => {
      const code = day < TODAY ? 'past_day' : reasons[day];
      return { day, allowed: !code, reasons: code ? [{ code, message: code }] : [], pickupDay: day };
    }),
  },
});

/** Opens the booking's page with a server that previews each change with `preview` and makes it with `make`. */
export async function openChanges(
  preview: (body: Body) => Partial<ChangePreview>,
  make: () => Answer = () => doneChange(),
  replies: Parameters<typeof show>[0] = {},
): Promise<Asked> {
  const asked: Asked = show({
    [CHANGES]: () => {
      const body = asked.at(-1)?.body as Body;
      return body.preview ? { body: makePreview(body, preview(body)) } : make();
    },
    ...Object.fromEntries(
      DAY_CHANGE_TYPES.flatMap((type) =>
        ['2026-11', '2026-12', '2027-01'].map((month) => [
          `GET /api/bookings/12/change-days?type=${type}&month=${month}`,
          listedDays(month, { '2026-12-03': 'closed', '2026-12-05': 'taken' }),
        ]),
      ),
    ),
    ...replies,
  });
  await section('Rental Details');
  return asked;
}

export const bodies = (asked: Asked) =>
  asked.filter(({ call }) => call === CHANGES).map(({ body }) => body as Body);
export const pressKey = (name: string) =>
  fireEvent.keyDown(document.activeElement ?? document.body, { key: name });
export const openedDialog = async (name: string) => within(await screen.findByRole('dialog', { name }));
export const pickerDay = (name: string) =>
  document.querySelector<HTMLElement>(`dialog [data-day="${name}"]`) as HTMLElement;
export const readyButton = (name: string) =>
  waitFor(() => {
    const found = screen.getByRole('button', { name });
    expect(found.getAttribute('aria-disabled')).toBe('false');
    return found;
  });
