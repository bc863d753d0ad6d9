import { act, screen } from '@testing-library/react';
import type { Board } from '#contract/dispatch.ts';
import type { Role } from '#domain/accounts/access.ts';
import DispatchPage from '#web/office/dispatch/DispatchPage.tsx';
import { BOARD_DAY } from '#web/test/dispatch.ts';
import { serve, showOffice } from '#web/test/office.tsx';

type Options = { view?: 'timeline'; role?: Role };

/** For tests: shows the dispatch page with a board. Returns the requests. */
export async function showBoard(
  board: Board,
  replies: Parameters<typeof serve>[0] = {},
  { view, role = 'dispatcher' }: Options = {},
) {
  const asked = serve({
    [`GET /api/dispatch?day=${BOARD_DAY}`]: { body: board },
    [`GET /api/dispatch/inspections?day=${BOARD_DAY}`]: { body: { isOn: false, inspections: [] } },
    [`GET /api/dispatch/messages?day=${BOARD_DAY}`]: { body: [] },
    ...replies,
  });
  const path = `/admin/dispatch?day=${BOARD_DAY}${view ? `&view=${view}` : ''}`;
  const office = showOffice(<DispatchPage />, { path });
  act(() => office.session.enter({ username: 'dana', role }));
  await screen.findByRole('heading', { name: /^Open jobs/ });
  return { asked };
}
