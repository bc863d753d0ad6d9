import type { ComponentProps } from 'react';
import { DollarField } from './DollarField.tsx';

type Props = Omit<ComponentProps<typeof DollarField>, 'name' | 'hint'>;

/** A final price in dollars (SPEC 5). Says what it includes, for it is easily taken for what is still to be paid. */
export function PriceField(props: Props) {
  return <DollarField {...props} name="finalPrice" hint="The total of the rental, deposit included" />;
}
