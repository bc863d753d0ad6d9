import { type ApiAccess, callApi, type Intent, intentPath, type JsError } from './api-call.ts';
import { CardElement, type ElementOptions, type ElementType } from './card-element.ts';
import type { Look } from './style.ts';

export interface GroupOptions {
  clientSecret?: string;
  appearance?: Look;
  locale?: string;
  fonts?: FontSource[];
}

/** A style sheet with fonts, or one font; its URL must be absolute. */
interface FontSource {
  cssSrc?: string;
  family?: string;
  src?: string;
}

const TERMINAL = ['canceled', 'requires_capture', 'succeeded'];

/** What `stripe.elements()` returns: at most one element of each type, sharing a client secret and an appearance. */
export class ElementsGroup {
  readonly #access: ApiAccess;
  readonly #elements = new Map<string, CardElement>();
  #options: GroupOptions;

  constructor(access: ApiAccess, options: GroupOptions) {
    assertFonts(options.fonts ?? []);
    this.#access = access;
    this.#options = options;
  }

  get clientSecret(): string | null {
    return this.#options.clientSecret ?? null;
  }

  get isGroup(): true {
    return true;
  }

  create(type: ElementType, options: ElementOptions = {}): CardElement {
    if (type !== 'payment' && type !== 'card')
      throw new Error(`The stand-in for Stripe.js has no element of type ${String(type)}.`);
    if (this.#elements.has(type))
      throw new Error(`Can only create one Element of type ${type} through an instance of Elements.`);
    const group = this;
    const host = {
      get look() {
        return group.#options.appearance ?? {};
      },
      load: () => (type === 'payment' ? group.#loadIntent() : Promise.resolve(null)),
      release: () => void group.#elements.delete(type),
    };
    const created = new CardElement(type, host, options);
    this.#elements.set(type, created);
    return created;
  }

  /** Finds an element by type or by its React component. */
  getElement(type: string | { __elementType?: string }): CardElement | null {
    const name = typeof type === 'string' ? type : type.__elementType;
    return (name === undefined ? undefined : this.#elements.get(name)) ?? null;
  }

  update(options: GroupOptions): void {
    const { clientSecret: _fixed, fonts: _fonts, ...changeable } = options;
    this.#options = { ...this.#options, ...changeable };
    for (const one of this.#elements.values()) one.restyle();
  }

  /** Validates the fields; shows and returns the first error. */
  submit(): Promise<{ error?: JsError; selectedPaymentMethod?: string }> {
    const fields = this.getElement('payment')?.fields;
    if (!fields)
      throw new Error('elements should have a mounted Payment Element, and its ready event must have fired.');
    const problem = fields.report();
    return Promise.resolve(
      problem ? { error: { type: 'validation_error', ...problem } } : { selectedPaymentMethod: 'card' },
    );
  }

  async fetchUpdates(): Promise<{ error?: JsError }> {
    const error = await this.#loadIntent();
    return error ? { error } : {};
  }

  async #loadIntent(): Promise<JsError | null> {
    const { clientSecret } = this.#options;
    if (clientSecret === undefined) return null;
    const { value, error } = await callApi<Intent>(this.#access, ['GET', intentPath(clientSecret)], {
      client_secret: clientSecret,
    });
    if (error) return error;
    if (!TERMINAL.includes(value.status)) return null;
    return {
      type: 'invalid_request_error',
      code: 'payment_intent_unexpected_state',
      message: 'This PaymentIntent is in a terminal state and cannot be used to initialize Elements.',
    };
  }
}

/** The fields of the real Element are in a frame of Stripe's, where a relative URL would not find the font. */
function assertFonts(fonts: FontSource[]): void {
  for (const { cssSrc, family, src } of fonts) {
    const address = cssSrc ?? /^url\(["']?([^"')]+)["']?\)/.exec(src ?? '')?.[1];
    if (!address || !URL.canParse(address) || (cssSrc === undefined && !family))
      throw new Error(`Invalid font for Elements: ${JSON.stringify({ cssSrc, family, src })}`);
  }
}
