import type Stripe from 'stripe';
import { boolean, filledText, list } from '#emulators/stripe/http/params.ts';
import { listRoute, type Route, retrieveRoute } from '#emulators/stripe/http/route.ts';
import { datedPage } from '#emulators/stripe/http/shapes.ts';
import { plainId, stemId, stemOf } from '#emulators/stripe/ids.ts';
import type { Stored } from '#emulators/stripe/store.ts';
import { API_VERSION, type World } from '#emulators/stripe/world.ts';

/** Stores an event and queues it for every endpoint that is subscribed to its type. */
export function emit(
  world: World,
  type: Stripe.Event.Type,
  [object, before]: [object: Stored, before?: Stored],
): void {
  const endpoints = world.store
    .list('webhook_endpoint')
    .filter(
      ({ status, enabled_events: wanted }) =>
        status === 'enabled' && (wanted.includes('*') || wanted.includes(type)),
    );
  const event: Stripe.EventBase = {
    id:
      object.id.startsWith('pi_') || object.id.startsWith('ch_')
        ? stemId('evt', stemOf(object.id))
        : plainId('evt'),
    object: 'event',
    api_version: API_VERSION,
    created: world.now,
    data: { object, ...(before && { previous_attributes: previousAttributes(before, object) }) },
    livemode: false,
    pending_webhooks: endpoints.length,
    request: world.request,
    type,
  };
  world.store.save(event);
  for (const endpoint of endpoints.reverse()) world.deliveries.add(event.id, endpoint.id, world.nowMs);
}

function previousAttributes(before: Stored, after: Stored): object {
  const now = new Map<string, unknown>(Object.entries(after));
  return Object.fromEntries(
    Object.entries(before).filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(now.get(name))),
  );
}

export const eventRoutes: Route[] = [
  retrieveRoute('event', '/v1/events/:id'),
  listRoute('event', '/v1/events', {
    shape: { ...datedPage, delivery_success: boolean, type: filledText, types: list(filledText) },
    filter: ({ delivery_success: isDelivered, type, types }) => ({
      where: { type: type ?? types },
      condition:
        isDelivered === undefined ? undefined : `json ->> 'pending_webhooks' ${isDelivered ? '=' : '>'} 0`,
    }),
  }),
];
