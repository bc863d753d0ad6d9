import type { Kind, ListQuery } from '#emulators/stripe/store.ts';
import { nounOf, type World } from '#emulators/stripe/world.ts';
import { invalidParam, noSuch } from './errors.ts';
import type { CreatedRange } from './shapes.ts';

/** The requested position in a list. */
export interface Page {
  created?: CreatedRange;
  ending_before?: string;
  limit?: number;
  starting_after?: string;
}

interface ListRequest extends Pick<ListQuery, 'condition' | 'where'> {
  page: Page;
  url: string;
}

/** A page of objects in Stripe's envelope; both cursors are exclusive. */
export function listObjects(world: World, kind: Kind, { page, url, where, condition }: ListRequest) {
  const { limit = 10, starting_after: after, ending_before: before } = page;
  if (after !== undefined && before !== undefined) {
    throw invalidParam('Received both starting_after and ending_before parameters. Please pass in only one.');
  }
  if (limit < 1 || limit > 100) {
    throw invalidParam(
      `This value must be ${limit < 1 ? 'greater than or equal to 1' : 'less than or equal to 100'} (it is ${limit}).`,
      'limit',
      'parameter_invalid_integer',
    );
  }
  const cursor = (param: 'ending_before' | 'starting_after', id: string | undefined) => {
    if (id === undefined) return undefined;
    const position = world.store.position(kind, id);
    if (position === null) throw noSuch(nounOf(kind), id, { param });
    return position;
  };
  const found = world.store.list(kind, {
    ...(where && { where }),
    condition: kind === 'customer' ? `json ->> 'deleted' IS NULL` : condition,
    created: page.created,
    below: cursor('starting_after', after),
    above: cursor('ending_before', before),
    limit: limit + 1,
  });
  const data = before === undefined ? found.slice(0, limit) : found.slice(-limit);
  return { object: 'list' as const, data, has_more: found.length > limit, url };
}
