import { AppError } from '#domain/errors.ts';
import { type OpenRequest, openCheckout } from '#worker/checkout/open.ts';
import { anOrder, type makeTestContext, rows } from './world.ts';

export type World = ReturnType<typeof makeTestContext>;
/** BUSINESS_PHONE of the tests. */
export const PHONE = '(555) 010-0142';

/** An address in a /48 of its own for each number, so that no limit by network applies. */
export const addressIn = (n: number) => `2001:${n.toString(16)}::1`;

/** A call by a customer of its own, from a network of its own. */
export function holdRequest(n: number, changes: Parameters<typeof anOrder>[0] = {}): OpenRequest {
  return { data: anOrder(changes), key: null, ip: addressIn(n) };
}

/** The error of a call that is refused; null when it succeeds. */
export async function refusalOf({ ctx }: World, request: OpenRequest): Promise<AppError | null> {
  try {
    await openCheckout(ctx, request);
    return null;
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
}

/** Makes all calls at once; how many got each answer. */
export async function answersTo(world: World, requests: OpenRequest[]): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const refusal of await Promise.all(requests.map((each) => refusalOf(world, each)))) {
    const answer = refusal?.code ?? 'ok';
    counts[answer] = (counts[answer] ?? 0) + 1;
  }
  return counts;
}

/** Days of the fleet that are held unpaid. */
export async function heldDays(): Promise<number | undefined> {
  const [row] = await rows<{ days: number }>(
    `SELECT total(julianday(end_date) - julianday(start_date) + 1) AS days
     FROM dumpster_schedule WHERE checkout_id IS NOT NULL`,
  );
  return row?.days;
}
