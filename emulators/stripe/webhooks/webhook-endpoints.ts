import type Stripe from 'stripe';
import {
  boolean,
  type Complete,
  emptyable,
  filledText,
  ignored,
  list,
  required,
  text,
  type Values,
} from '#emulators/stripe/http/params.ts';
import { listRoute, type Route, retrieveRoute, route } from '#emulators/stripe/http/route.ts';
import { changedMetadata, expand, metadata, page } from '#emulators/stripe/http/shapes.ts';
import { plainId, token } from '#emulators/stripe/ids.ts';
import { API_VERSION, getByPath, type World } from '#emulators/stripe/world.ts';

interface HiddenSecret {
  /** The secret that signs the deliveries; returned once, in the reply to the creation. */
  secret: string;
  /** Made by the emulator's configuration, not by a request. */
  isConfigured: boolean;
}

const createShape = {
  api_version: filledText,
  connect: ignored,
  description: emptyable(text),
  enabled_events: required(list(filledText)),
  expand,
  metadata,
  url: required(filledText),
} satisfies Complete<Stripe.WebhookEndpointCreateParams>;
const updateShape = {
  description: emptyable(text),
  disabled: boolean,
  enabled_events: list(filledText),
  expand,
  metadata,
  url: filledText,
} satisfies Complete<Stripe.WebhookEndpointUpdateParams>;

function create(world: World, params: Values<typeof createShape>): Stripe.WebhookEndpoint {
  const secret = `whsec_${token(32)}`;
  return { ...registerEndpoint(world, { url: params.url, secret, params }), secret };
}

interface Registration {
  url: string;
  secret: string;
  params: Pick<Values<typeof createShape>, 'api_version' | 'description' | 'enabled_events' | 'metadata'>;
}

/** Creates an endpoint that receives events from now on. */
function registerEndpoint(world: World, { url, secret, params }: Registration): Stripe.WebhookEndpoint {
  const endpoint = world.store.save<Stripe.WebhookEndpoint>({
    id: plainId('we'),
    object: 'webhook_endpoint',
    api_version: params.api_version ?? API_VERSION,
    application: null,
    created: world.now,
    description: params.description || null,
    enabled_events: params.enabled_events,
    livemode: false,
    metadata: changedMetadata({}, params.metadata),
    status: 'enabled',
    url,
  });
  world.store.hide<HiddenSecret>(endpoint.id, { secret });
  return endpoint;
}

/**
 * The endpoints of the configuration: made at the first start; at a later one they keep their identifiers, so that
 * what is still undelivered goes to their present addresses.
 */
export function configureEndpoints(world: World, wanted: readonly { url: string; secret: string }[]): void {
  const known = world.store
    .list('webhook_endpoint')
    .filter(({ id }) => world.store.hidden<HiddenSecret>(id).isConfigured)
    .reverse();
  for (const [index, { url, secret }] of wanted.entries()) {
    const earlier = known[index];
    const endpoint = earlier
      ? world.store.save({ ...earlier, url })
      : registerEndpoint(world, { url, secret, params: { enabled_events: ['*'] } });
    world.store.hide<HiddenSecret>(endpoint.id, { secret, isConfigured: true });
  }
  for (const { id } of known.slice(wanted.length)) world.store.remove(id);
}

export function readEndpointSecret(world: Pick<World, 'store'>, endpointId: string): string {
  return world.store.hidden<HiddenSecret>(endpointId).secret ?? '';
}

function update(world: World, id: string, params: Values<typeof updateShape>): Stripe.WebhookEndpoint {
  const before = getByPath(world, 'webhook_endpoint', id);
  const { description, disabled: isDisabled, enabled_events: events, url } = params;
  return world.store.save<Stripe.WebhookEndpoint>({
    ...before,
    ...(description !== undefined && { description: description || null }),
    ...(isDisabled !== undefined && { status: isDisabled ? 'disabled' : 'enabled' }),
    ...(events && { enabled_events: events }),
    ...(url && { url }),
    metadata: changedMetadata(before.metadata, params.metadata),
  });
}

function remove(world: World, id: string): Stripe.DeletedWebhookEndpoint {
  getByPath(world, 'webhook_endpoint', id);
  world.store.remove(id);
  return { id, object: 'webhook_endpoint', deleted: true };
}

const ONE = '/v1/webhook_endpoints/:id';

export const webhookEndpointRoutes: Route[] = [
  route({
    method: 'POST',
    path: '/v1/webhook_endpoints',
    shape: createShape,
    run: ({ world, params }) => create(world, params),
  }),
  retrieveRoute('webhook_endpoint', ONE),
  route({
    method: 'POST',
    path: ONE,
    shape: updateShape,
    run: ({ world, id, params }) => update(world, id, params),
  }),
  route({ method: 'DELETE', path: ONE, shape: {}, run: ({ world, id }) => remove(world, id) }),
  listRoute('webhook_endpoint', '/v1/webhook_endpoints', { shape: page }),
];
