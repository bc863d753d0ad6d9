import type { JsError } from './api-call.ts';
import { CardFields, type TypedCard } from './card-fields.ts';
import { element } from './dom.ts';
import type { FieldsOption } from './never-fields.ts';
import { applyLook, type Look } from './style.ts';

export type ElementType = 'card' | 'payment';
type Listener = (event: object) => void;

/** The parts of its group that an element needs. */
export interface ElementHost {
  look: Look;
  /** Null if the element may show its fields, else the reason why not. */
  load(): Promise<JsError | null>;
  release(): void;
}

export interface ElementOptions {
  readOnly?: boolean;
  disabled?: boolean;
  fields?: FieldsOption;
}

/** The Payment Element (cards only), and the Card Element with the same three fields. */
export class CardElement {
  readonly #type: ElementType;
  readonly #host: ElementHost;
  readonly #listeners: { event: string; listener: Listener; isOnce: boolean }[] = [];
  #options: ElementOptions;
  #root: HTMLElement | null = null;
  #fields: CardFields | null = null;

  constructor(type: ElementType, host: ElementHost, options: ElementOptions) {
    this.#type = type;
    this.#host = host;
    this.#options = options;
  }

  /** The fields, after the mount. */
  get fields(): CardFields | null {
    return this.#fields;
  }

  get fieldsOption(): FieldsOption | undefined {
    return this.#options.fields;
  }

  get card(): TypedCard | null {
    return this.#fields?.card ?? null;
  }

  on(event: string, listener: Listener): this {
    this.#listeners.push({ event, listener, isOnce: false });
    return this;
  }

  once(event: string, listener: Listener): this {
    this.#listeners.push({ event, listener, isOnce: true });
    return this;
  }

  off(event: string, listener?: Listener): this {
    const kept = this.#listeners.filter(
      (one) => one.event !== event || (listener && one.listener !== listener),
    );
    this.#listeners.splice(0, Infinity, ...kept);
    return this;
  }

  mount(target: HTMLElement | string): void {
    const parent = typeof target === 'string' ? document.querySelector(target) : target;
    if (!parent)
      throw new Error(
        `The selector you specified (${target}) applies to no DOM elements that are currently on the page.`,
      );
    this.unmount();
    const root = element('div', { class: 'ssi ssi-loading StripeElement', 'aria-busy': 'true' });
    this.#root = root;
    parent.replaceChildren(root);
    this.restyle();
    void this.#load(root);
  }

  unmount(): void {
    this.#root?.remove();
    this.#root = null;
    this.#fields = null;
  }

  destroy(): void {
    this.unmount();
    this.#listeners.length = 0;
    this.#host.release();
  }

  update(options: ElementOptions): void {
    this.#options = { ...this.#options, ...options };
    this.#applyOptions();
  }

  restyle(): void {
    if (this.#root) applyLook(this.#root, this.#host.look);
  }

  focus(): void {
    this.#fields?.focus();
  }

  blur(): void {
    this.#fields?.blur();
  }

  clear(): void {
    this.#fields?.clear();
  }

  collapse(): void {
    // There is one payment method only, so nothing can be collapsed.
  }

  /** As in the real element, fields and ready event come after the mount, and never if the intent cannot be used. */
  async #load(root: HTMLElement): Promise<void> {
    await Promise.resolve();
    this.#emit('loaderstart', {});
    const error = await this.#host.load();
    if (this.#root !== root) return;
    root.removeAttribute('aria-busy');
    root.classList.remove('ssi-loading');
    if (error) {
      this.#emit('loaderror', { error });
      return;
    }
    this.#fields = new CardFields(root, {
      onChange: () => this.#emitChange(),
      onFocus: () => this.#emit('focus', {}),
      onBlur: () => this.#emit('blur', {}),
    });
    this.#applyOptions();
    this.#emit('ready', {});
  }

  #applyOptions(): void {
    const { readOnly: isReadOnly = false, disabled = false } = this.#options;
    if (this.#fields) this.#fields.isDisabled = isReadOnly || disabled;
  }

  #emitChange(): void {
    const fields = this.#fields;
    if (!fields) return;
    const { isComplete: complete, isEmpty: empty, brand } = fields;
    this.#emit('change', {
      complete,
      empty,
      collapsed: false,
      value: { type: 'card' },
      ...(this.#type === 'card' && { brand }),
    });
  }

  #emit(name: string, detail: object): void {
    for (const one of [...this.#listeners]) {
      if (one.event !== name) continue;
      if (one.isOnce) this.off(name, one.listener);
      one.listener({ elementType: this.#type, ...detail });
    }
  }
}
