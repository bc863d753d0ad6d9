import type { Kind } from '#emulators/stripe/store.ts';
import { getLinked, type World } from '#emulators/stripe/world.ts';
import { invalidParam } from './errors.ts';
import { listObjects } from './lists.ts';

/** The references that can be expanded: kind, attribute, kind of the target. */
const REFERENCES: Partial<Record<Kind, Record<string, Kind>>> = {
  charge: {
    balance_transaction: 'balance_transaction',
    customer: 'customer',
    failure_balance_transaction: 'balance_transaction',
    payment_intent: 'payment_intent',
  },
  dispute: { charge: 'charge', payment_intent: 'payment_intent' },
  payment_intent: { customer: 'customer', latest_charge: 'charge', payment_method: 'payment_method' },
  payment_method: { customer: 'customer' },
  'radar.early_fraud_warning': { charge: 'charge', payment_intent: 'payment_intent' },
  refund: {
    balance_transaction: 'balance_transaction',
    charge: 'charge',
    customer: 'customer',
    failure_balance_transaction: 'balance_transaction',
    payment_intent: 'payment_intent',
    payment_method: 'payment_method',
  },
  setup_intent: { customer: 'customer', payment_method: 'payment_method' },
};

type Plain = Record<string, unknown>;

/** The reply with the named references expanded: 'latest_charge.balance_transaction', 'data.customer'. */
export function expanded(world: World, answer: object, paths: string[]): object {
  if (paths.length === 0) return answer;
  const copy = structuredClone(answer) as Plain;
  for (const path of paths) open(world, copy, { parts: path.split('.'), path });
  return copy;
}

interface Way {
  parts: string[];
  path: string;
}

function open(world: World, node: Plain, { parts, path }: Way): void {
  const [name = '', ...rest] = parts;
  if (node.object === 'list') {
    if (name !== 'data') throw cannotExpand(path);
    for (const item of node.data as Plain[]) open(world, item, { parts: rest, path });
    return;
  }
  if (node.object === 'charge' && name === 'refunds') {
    node.refunds ??= listChargeRefunds(world, String(node.id));
  } else {
    openReference(world, node, { parts, path });
  }
  const opened = node[name];
  if (rest.length > 0 && typeof opened === 'object' && opened !== null)
    open(world, opened as Plain, { parts: rest, path });
}

function openReference(world: World, node: Plain, { parts: [name = ''], path }: Way): void {
  const target = REFERENCES[node.object as Kind]?.[name];
  if (!target) throw cannotExpand(path);
  const value = node[name];
  if (typeof value === 'string') node[name] = structuredClone(getLinked(world, target, value));
}

function listChargeRefunds(world: World, charge: string): object {
  return listObjects(world, 'refund', { page: {}, url: `/v1/charges/${charge}/refunds`, where: { charge } });
}

function cannotExpand(path: string) {
  return invalidParam(`This property cannot be expanded (${path}).`, 'expand');
}
