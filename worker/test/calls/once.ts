import type { Firm } from './firm.ts';
import type { Prepare, PreparedCall } from './system.ts';

/** Makes something of a firm at the first use. */
export function once<T>(make: (firm: Firm) => Promise<T>): (firm: Firm) => Promise<T> {
  const known = new WeakMap<Firm, Promise<T>>();
  return (firm) => {
    const found = known.get(firm) ?? make(firm);
    known.set(firm, found);
    return found;
  };
}

/** A call of a list that has what `make` makes of the firm. */
export const beside =
  (make: (firm: Firm) => Promise<unknown>, call: PreparedCall = {}): Prepare =>
  async (firm) => {
    await make(firm);
    return call;
  };
