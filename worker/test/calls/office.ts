import type { SavedView } from '#contract/saved-views.ts';
import type { Firm } from './firm.ts';
import { beside, once } from './once.ts';
import type { PreparedCalls } from './system.ts';

const newView = ({ next }: Firm) => ({
  list: 'bookings',
  name: `Late ${next()}`,
  query: { work: 'overdue' },
  columns: null,
  isShared: false,
});
const addView = async (firm: Firm) => {
  const { id, version } = await firm.owner.post<SavedView>('saved-views', newView(firm));
  return { params: { id }, version };
};

const clientOf = async ({ book }: Firm) => (await book()).email ?? '';
/** A client that calls read. */
const knownClientOf = once(clientOf);

/** An outbox row in a state that only a failure leaves. */
async function outboxRow({ system, next }: Firm, columns: Record<string, string | number>) {
  const id = `prepared-${next()}`;
  const now = Date.now();
  const row = { kind: 'password-reset', user_id: 1, created_at: now, ...columns };
  await system.execute(
    `INSERT INTO outbox (id, ${Object.keys(row).join(', ')}) VALUES ('${id}', ${Object.values(row)
      .map((value) => (typeof value === 'number' ? value : `'${value}'`))
      .join(', ')})`,
  );
  return { params: { id } };
}

/** The screens of the office over all of it. */
export const OFFICE_CALLS: PreparedCalls = {
  getDashboard: () => ({}),
  /** With rentals that are not paid, and one without a price. */
  getToday: async (firm) => {
    await firm.bookCollected();
    return {};
  },
  getTruckCalendar: ({ today, inDays }) => ({ query: { from: today, to: inDays(30) } }),
  openLive: ({ system }) => ({ headers: { Upgrade: 'websocket', Origin: system.origin } }),
  searchPalette: beside(knownClientOf, { query: { q: 'ada' } }),
  listSearchSuggestions: beside(knownClientOf, { query: { list: 'bookings', q: 'ada' } }),
  listSavedViews: () => ({ query: { list: 'bookings' } }),
  createSavedView: (firm) => ({ body: newView(firm) }),
  updateSavedView: async (firm) => ({ ...(await addView(firm)), body: { name: `Later ${firm.next()}` } }),
  deleteSavedView: addView,
  listClients: beside(knownClientOf),
  findClientMatches: beside(knownClientOf, { query: { q: 'ada' } }),
  getClient: async (firm) => ({ params: { key: await knownClientOf(firm) } }),
  listClientBookings: async (firm) => ({ params: { key: await knownClientOf(firm) } }),
  mergeClients: async (firm) => ({
    params: { key: await clientOf(firm) },
    body: { key: await clientOf(firm) },
  }),
  separateClient: async (firm) => {
    const [key, merged] = [await clientOf(firm), await clientOf(firm)];
    await firm.owner.post(`clients/${encodeURIComponent(key)}/merge`, { key: merged });
    return { params: { key }, body: { key: merged } };
  },
  listNotifications: () => ({}),
  replayNotification: (firm) => outboxRow(firm, { attempts: 7, error: 'Error: full', dead_at: Date.now() }),
  releaseNotification: (firm) => outboxRow(firm, { held_at: Date.now() }),
  releaseNotifications: async (firm) => {
    await outboxRow(firm, { held_at: Date.now() });
    return {};
  },
};
