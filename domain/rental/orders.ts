/** The most dumpsters that a customer books in one checkout. */
export const MAX_ORDER_QUANTITY = 5;

/** The numbers of the dumpsters of an order, from 1. */
export function listItemNumbers(quantity: number): number[] {
  return Array.from({ length: quantity }, (_, index) => index + 1);
}

/** '1 dumpster', '3 dumpsters'. */
export function dumpstersText(quantity: number): string {
  return quantity === 1 ? '1 dumpster' : `${quantity} dumpsters`;
}

/** '#7'; '#7 and #8'; '#7, #8 and #9'. */
export function numbersText(ids: readonly number[]): string {
  const numbers = ids.map((id) => `#${id}`);
  const last = numbers.pop() ?? '';
  return numbers.length === 0 ? last : `${numbers.join(', ')} and ${last}`;
}
