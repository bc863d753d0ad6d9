import { type ReactNode, useState } from 'react';
import { Button } from './Button.tsx';

const MAX_SHOWN = 12;

type Props<T> = { items: readonly T[]; children: (shown: readonly T[]) => ReactNode };

/** The first items of a long list, and a button that shows all of them. */
export function Folded<T>({ items, children }: Props<T>) {
  const [isWhole, setWhole] = useState(false);
  const isFolded = !isWhole && items.length > MAX_SHOWN;
  return (
    <>
      {children(isFolded ? items.slice(0, MAX_SHOWN) : items)}
      {isFolded && (
        <Button variant="quiet" onClick={() => setWhole(true)}>
          Show all {items.length.toLocaleString('en-US')}
        </Button>
      )}
    </>
  );
}
