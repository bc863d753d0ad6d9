import {
  getNextAvailableDate,
  listAvailableDumpsterTypes,
  listUnavailableDates,
} from '#contract/availability.ts';
import { listBlackoutDays } from '#contract/blackout-days.ts';
import { findDraftZone, getCatalogDraft } from '#contract/catalog-draft.ts';
import { listCatalogDifferences } from '#contract/catalog-publish.ts';
import type { Endpoint, ReplyOf } from '#contract/endpoint.ts';
import { getCatalog } from '#contract/public-catalog.ts';
import { getServiceArea } from '#contract/service-area.ts';
import type { StreetRule } from '#domain/catalog/rate-card.ts';
import { declinedText } from '#domain/catalog/zones.ts';
import {
  type DaysQuestion,
  freeSizes,
  nearestDays,
  type PreviewedDraft,
  unavailableDays,
} from './draft-days.ts';

/** Calls that change nothing. The preview may make no other one. */
const READS = [getCatalogDraft, listCatalogDifferences, getCatalog, listBlackoutDays];

/** What the page asks about sizes and days, answered from the draft. */
const ANSWERS = [
  answerOf(listAvailableDumpsterTypes, freeSizes),
  answerOf(listUnavailableDates, unavailableDays),
  answerOf(getNextAvailableDate, nearestDays),
];

function answerOf<E extends Endpoint>(
  { path }: E,
  answer: (draft: PreviewedDraft, question: DaysQuestion) => ReplyOf<E>,
) {
  return { path: path.replace(/:\w+$/, ''), answer };
}

/**
 * A fetch for the preview of a draft: the page's questions are answered from the draft, and what could hold a dumpster,
 * take a payment or count a ZIP code is refused before it reaches the server.
 */
export function makePreviewFetch(send: typeof fetch) {
  let draft: PreviewedDraft | null = null;
  const zones = new Map<string, string | null>();

  const previewFetch: typeof fetch = async (input, init) => {
    const { origin, pathname, searchParams: query } = new URL(String(input), window.location.origin);
    if ((init?.method ?? 'GET') !== 'GET' || origin !== window.location.origin) return refusal();
    if (READS.some(({ path }) => path === pathname)) return send(input, init);
    if (!draft) return refusal();
    if (pathname === getServiceArea.path) return serviceArea(draft, query);
    const found = ANSWERS.find(({ path }) => pathname.startsWith(path));
    if (!found) return refusal();
    const rest = decodeURIComponent(pathname.slice(found.path.length));
    return Response.json(found.answer(draft, { query, rest, permit: permitFor(draft, query) }));
  };

  /** The settings' own call says where the draft delivers; it counts nothing. */
  async function serviceArea({ catalog }: PreviewedDraft, query: URLSearchParams): Promise<Response> {
    const reply = await send(`${findDraftZone.path}?${query}`, { credentials: 'same-origin' });
    if (!reply.ok) return reply;
    const { served, zone } = findDraftZone.reply.parse(await reply.json());
    const zip = query.get('zip') ?? '';
    zones.set(zip, zone?.id ?? null);
    return Response.json({
      served,
      zone: zone?.id ?? null,
      surcharge: zone?.surcharge ?? null,
      message: served ? null : declinedText(zip, catalog.business.phone),
    } satisfies ReplyOf<typeof getServiceArea>);
  }

  function permitFor({ catalog }: PreviewedDraft, query: URLSearchParams): StreetRule | null {
    if (query.get('placementType') !== 'street') return null;
    const zone = zones.get(query.get('zip') ?? '');
    return catalog.area.zones.find(({ id }) => id === zone)?.streetRule ?? null;
  }

  return {
    fetch: previewFetch,
    answerFrom: (shown: PreviewedDraft) => {
      draft = shown;
    },
  };
}

export const NOTHING_BOOKED = 'Preview of the draft: nothing can be booked';

function refusal(): Response {
  const body = { code: 'forbidden', message: `${NOTHING_BOOKED}.`, requestId: 'preview' };
  return Response.json(body, { status: 403 });
}
