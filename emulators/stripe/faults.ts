import type { Store } from './store.ts';

/** What /__control/fail-next asked for: the next `times` requests below `path` fail so. */
export interface FaultRule {
  path: string;
  method?: string;
  status?: number;
  drop?: boolean;
  delayMs?: number;
  /** 'before': nothing is done. 'after': the work is done and its answer kept, but the caller is told otherwise. */
  when: 'after' | 'before';
  times: number;
}

/** Raised instead of an answer: the connection ends without one. */
export class ConnectionDropped extends Error {
  constructor() {
    super('The emulator dropped the connection, as it was told to.');
    this.name = 'ConnectionDropped';
  }
}

/** The one live rule, kept with everything else. */
export class Faults {
  readonly #store: Store;

  constructor(store: Store) {
    this.#store = store;
  }

  set(rule: FaultRule | null): void {
    this.#store.saveSetting('fault', rule);
  }

  /** The rule that this request falls under; counts it. */
  take(method: string, path: string): FaultRule | null {
    const rule = this.#store.setting<FaultRule>('fault');
    if (!rule || !path.startsWith(rule.path) || (rule.method && rule.method !== method)) return null;
    this.set(rule.times > 1 ? { ...rule, times: rule.times - 1 } : null);
    return rule;
  }
}

/** The body that goes with a made-up status. */
export function faultBody(status: number): object {
  if (status === 429) {
    return {
      error: {
        code: 'rate_limit',
        message:
          'Request rate limit exceeded. Learn more about rate limits here https://stripe.com/docs/rate-limits.',
        type: 'invalid_request_error',
      },
    };
  }
  if (status === 402)
    return {
      error: {
        code: 'card_declined',
        decline_code: 'generic_decline',
        message: 'Your card was declined.',
        type: 'card_error',
      },
    };
  if (status >= 500) return { error: { message: 'An unknown error occurred', type: 'api_error' } };
  return {
    error: {
      ...(status === 409 && { code: 'lock_timeout' }),
      message: `The emulator was told to answer ${status}.`,
      type: 'invalid_request_error',
    },
  };
}
