import {
  brandOf,
  digitsOf,
  type FieldName,
  type FieldProblem,
  findFieldProblem,
  formattedCvc,
  formattedExpiry,
  formattedNumber,
  parseExpiry,
} from './card-rules.ts';
import { brandMark, element } from './dom.ts';

interface FieldView {
  input: HTMLInputElement;
  error: HTMLElement;
}

interface FieldText {
  label: string;
  autocomplete: string;
  placeholder: string;
}

const NAMES: readonly FieldName[] = ['number', 'expiry', 'cvc'];
const TEXTS: Record<FieldName, FieldText> = {
  number: { label: 'Card number', autocomplete: 'cc-number', placeholder: '1234 1234 1234 1234' },
  expiry: { label: 'Expiration date', autocomplete: 'cc-exp', placeholder: 'MM / YY' },
  cvc: { label: 'Security code', autocomplete: 'cc-csc', placeholder: 'CVC' },
};

export interface CardFieldsEvents {
  onChange(): void;
  onFocus(): void;
  onBlur(): void;
}

/** The input of the payer. */
export interface TypedCard {
  number: string;
  exp_month: number;
  exp_year: number;
  cvc: string;
}

let made = 0;
let isPointerDown = false;
window.addEventListener('pointerdown', () => setPointer(true), true);
window.addEventListener('pointerup', () => setPointer(false), true);
window.addEventListener('pointercancel', () => setPointer(false), true);

function setPointer(isDown: boolean): void {
  isPointerDown = isDown;
}

/** A message that appears while a button is pressed would move the button under the pointer. */
function afterPointer(work: () => void): void {
  if (isPointerDown) window.addEventListener('pointerup', () => setTimeout(work), { once: true });
  else work();
}

/** Three labelled fields that format their input and show its errors. */
export class CardFields {
  readonly #views: Record<FieldName, FieldView>;
  readonly #mark: HTMLElement;
  readonly #events: CardFieldsEvents;

  constructor(root: HTMLElement, events: CardFieldsEvents) {
    made += 1;
    this.#events = events;
    this.#mark = element('span', {}, brandMark('unknown'));
    const number = this.#field('number');
    const expiry = this.#field('expiry');
    const cvc = this.#field('cvc');
    number.input.after(this.#mark);
    this.#views = { number, expiry, cvc };
    root.append(number.group, element('div', { class: 'ssi-pair' }, expiry.group, cvc.group));
  }

  get isEmpty(): boolean {
    return NAMES.every((name) => this.#views[name].input.value === '');
  }

  get isComplete(): boolean {
    return NAMES.every((name) => this.#problem(name) === null);
  }

  get brand(): string {
    return brandOf(digitsOf(this.#texts().number)).brand;
  }

  get card(): TypedCard {
    const { number, expiry, cvc } = this.#texts();
    const { month, year } = parseExpiry(expiry);
    return { number: digitsOf(number), exp_month: month, exp_year: year, cvc };
  }

  /** Shows all errors, focuses the first invalid field, and returns its error. */
  report(): FieldProblem | null {
    const problems = NAMES.map((name) => ({ name, problem: this.#problem(name) }));
    for (const { name, problem } of problems) this.#show(name, problem);
    const first = problems.find(({ problem }) => problem !== null);
    if (first) this.#views[first.name].input.focus();
    return first?.problem ?? null;
  }

  focus(): void {
    this.#views.number.input.focus();
  }

  blur(): void {
    for (const name of NAMES) this.#views[name].input.blur();
  }

  clear(): void {
    for (const name of NAMES) {
      this.#views[name].input.value = '';
      this.#show(name, null);
    }
    this.#events.onChange();
  }

  set isDisabled(isDisabled: boolean) {
    for (const name of NAMES) this.#views[name].input.disabled = isDisabled;
  }

  #field(name: FieldName): FieldView & { group: HTMLElement } {
    const { label, autocomplete, placeholder } = TEXTS[name];
    const id = `stripe-${made}-${name}`;
    const error = element('p', { id: `${id}-error`, class: 'ssi-error', 'aria-live': 'polite' });
    const input = element('input', {
      id,
      class: `ssi-input ssi-${name}`,
      type: 'text',
      inputmode: 'numeric',
      autocomplete,
      placeholder,
      spellcheck: 'false',
      'aria-invalid': 'false',
      'aria-describedby': error.id,
    });
    input.addEventListener('input', () => this.#typed(name));
    input.addEventListener('focus', () => this.#events.onFocus());
    input.addEventListener('blur', () => this.#left(name));
    const box = element('div', { class: 'ssi-box' }, input);
    return { input, error, group: element('div', {}, element('label', { for: id }, label), box, error) };
  }

  #typed(name: FieldName): void {
    const { input } = this.#views[name];
    this.#rewrite(input, name);
    if (name === 'number') this.#mark.replaceChildren(brandMark(this.brand));
    const problem = this.#problem(name);
    this.#show(name, problem?.code.startsWith('invalid') ? problem : null);
    this.#events.onChange();
  }

  /** Formats the input and keeps the cursor behind the same digit. */
  #rewrite(input: HTMLInputElement, name: FieldName): void {
    const raw = input.value;
    const isAtEnd = input.selectionStart === raw.length;
    const digitsBefore = digitsOf(raw.slice(0, input.selectionStart ?? raw.length)).length;
    const isErasing = name === 'expiry' && /^\d{2} \/$/.test(raw);
    const text = isErasing ? raw.slice(0, 2) : this.#formatted(name, raw);
    if (text === raw) return;
    input.value = text;
    if (isAtEnd) return;
    let position = 0;
    for (let seen = 0; position < text.length && seen < digitsBefore; position += 1) {
      if (/\d/.test(text.charAt(position))) seen += 1;
    }
    input.setSelectionRange(position, position);
  }

  #formatted(name: FieldName, raw: string): string {
    if (name === 'number') return formattedNumber(raw);
    return name === 'expiry' ? formattedExpiry(raw) : formattedCvc(raw, this.#texts().number);
  }

  #left(name: FieldName): void {
    this.#events.onBlur();
    afterPointer(() => {
      const isFilled = this.#views[name].input.value !== '';
      this.#show(name, isFilled ? this.#problem(name) : null);
    });
  }

  #texts(): Record<FieldName, string> {
    const { number, expiry, cvc } = this.#views;
    return { number: number.input.value, expiry: expiry.input.value, cvc: cvc.input.value };
  }

  #problem(name: FieldName): FieldProblem | null {
    return findFieldProblem(name, this.#texts());
  }

  #show(name: FieldName, problem: FieldProblem | null): void {
    const { input, error } = this.#views[name];
    const message = problem?.message ?? '';
    input.setAttribute('aria-invalid', String(problem !== null));
    if (error.textContent !== message) error.textContent = message;
  }
}
