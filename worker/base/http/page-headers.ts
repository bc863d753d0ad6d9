import type { Endpoint } from '#contract/endpoint.ts';
import type { ListPage } from '#worker/base/lists/list-repo.ts';
import type { Call } from './implement.ts';

/** Tells of a page's total, its order and its neighbours in headers, and gives its rows. */
export function answerPage<Row>(
  call: Pick<Call<Endpoint>, 'request' | 'setHeader'>,
  page: ListPage<Row>,
): Row[] {
  call.setHeader('X-Total-Count', String(page.total));
  call.setHeader('X-Sort', page.sort);
  const links = [link(call.request, page.next, 'next'), link(call.request, page.prev, 'prev')].filter(
    Boolean,
  );
  if (links.length > 0) call.setHeader('Link', links.join(', '));
  return page.rows;
}

function link(request: Request, cursor: string | null, rel: string): string | null {
  if (!cursor) return null;
  const url = new URL(request.url);
  url.searchParams.set('cursor', cursor);
  return `<${url.pathname}${url.search}>; rel="${rel}"`;
}
