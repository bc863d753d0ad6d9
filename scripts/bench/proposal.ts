import type { Board, BoardRoute } from '#contract/dispatch.ts';
import type { DayProposal } from '#contract/dispatch-plan.ts';
import { addDays } from '#domain/shared/days.ts';
import type { Business } from './business/rentals.ts';
import { ask } from './load.ts';
import { API_HOST, type Signed } from './staff-calls.ts';

const STOPS = 40;
const ROUTES = 4;
const REPEATS = 5;
/** A day without routes: those before it have the routes of the board's rows. */
const DAY_OFFSET = 6;

type Sent = { version?: number; [field: string]: unknown };

/** How long a proposal takes for 40 stops on four routes: at first, with drives to ask for, and then. */
export async function measureProposal(signed: Signed, { today }: Business) {
  const day = addDays(today, DAY_OFFSET);
  const send = async (method: 'GET' | 'POST' | 'PUT', path: string, { version, ...body }: Sent = {}) => {
    const headers = {
      Host: API_HOST,
      Cookie: signed.cookie,
      ...(version !== undefined && { 'If-Match': `"${version}"` }),
    };
    const sent = { method, path: `/api/${path}`, headers, ...(method !== 'GET' && { body: () => body }) };
    const { status, text } = await ask(signed.origin, sent);
    if (status >= 300) throw new Error(`${method} ${path} was answered with ${status}: ${text}`);
    return JSON.parse(text) as unknown;
  };
  const board = (await send('GET', `dispatch?day=${day}`)) as Board;
  const jobs = board.jobs.filter(({ dueDay }) => dueDay === day).slice(0, STOPS);
  if (jobs.length < STOPS) throw new Error(`${day} has ${jobs.length} jobs; the proposal needs ${STOPS}`);
  const routes: BoardRoute[] = [];
  for (const [index, driver] of board.drivers.slice(0, ROUTES).entries()) {
    const truckId = board.trucks[index]?.id;
    routes.push((await send('POST', 'dispatch/routes', { day, driverId: driver.id, truckId })) as BoardRoute);
  }
  for (const [index, { id, version }] of routes.entries()) {
    const jobIds = jobs.flatMap((job, at) => (at % routes.length === index ? [job.id] : []));
    await send('PUT', `dispatch/routes/${id}/stops`, { jobIds, addYardStops: true, version });
  }
  const times: number[] = [];
  for (let repeat = 0; repeat < REPEATS; repeat += 1) {
    const started = performance.now();
    (await send('POST', 'dispatch/plan', { day })) as DayProposal;
    times.push(performance.now() - started);
  }
  const [firstMs = 0, ...others] = times;
  return { stops: jobs.length, firstMs, medianMs: others.toSorted((a, b) => a - b)[1] ?? firstMs };
}
