import Stripe from 'stripe';
import type { WaitUntil } from '#worker/base/context.ts';
import type { Env } from '#worker/base/env.ts';
import type { TaskMessage } from '#worker/base/task-message.ts';
import { consume } from '#worker/entry/queue/consumer.ts';
import { call } from './http.ts';
import { stripeState, testEnv } from './world.ts';

/** The Worker's world with a queue that only keeps what is sent to it: Stripe's events apart from the messages about outbox rows. */
export function makeEnvWithQueue(variables: Record<string, unknown> = {}) {
  const sent: TaskMessage[] = [];
  const geocodeMessages: TaskMessage[] = [];
  const outboxMessages: TaskMessage[] = [];
  const TASKS = {
    send: async (message: TaskMessage) => {
      if (message.type === 'geocode') geocodeMessages.push(message);
      else (message.type === 'outbox' ? outboxMessages : sent).push(message);
    },
  } as unknown as Env['TASKS'];
  return { env: { ...testEnv, ...variables, TASKS } satisfies Env, sent, outboxMessages, geocodeMessages };
}

/** Delivers messages as the queue does. Returns the result of each. */
export async function deliverTasks(messages: readonly unknown[], env: Env, waitUntil?: WaitUntil) {
  const outcomes: string[] = [];
  const batch = {
    queue: 'tasks',
    messages: messages.map((body, i) => ({
      id: `message-${i}`,
      timestamp: new Date(),
      body,
      attempts: 1,
      ack: () => outcomes.push('ack'),
      retry: () => outcomes.push('retry'),
    })),
  };
  await consume(batch as unknown as MessageBatch<unknown>, env, waitUntil);
  return outcomes;
}

export type Event = { id: string; type: string; data: { object: { id: string } }; [field: string]: unknown };

/** The newest event of a type at Stripe. */
export async function findStripeEvent(type: string, objectId?: string): Promise<Event> {
  const { events } = await stripeState();
  const event = events.findLast(
    (one) => one.type === type && (objectId ?? one.data.object.id) === one.data.object.id,
  );
  if (!event) throw new Error(`No ${type} among ${events.map((one) => one.type).join(', ')}`);
  return event;
}

type Signing = { secret?: string; ageSeconds?: number };

export function signEvent(payload: string, { secret = 'whsec_local', ageSeconds = 0 }: Signing = {}) {
  const timestamp = Math.floor(Date.now() / 1000) - ageSeconds;
  return Stripe.webhooks.generateTestHeaderStringAsync({ payload, secret, timestamp });
}

/** Sends the signed POST request that Stripe sends for an event. */
export async function deliverEvent(event: unknown, env: Env, signing: Signing = {}) {
  const body = JSON.stringify(event);
  const signature = await signEvent(body, signing);
  return call(
    '/api/stripe/webhook',
    { method: 'POST', body, headers: { 'Stripe-Signature': signature } },
    env,
  );
}
