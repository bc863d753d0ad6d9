import type { OutboxItem } from '#web/driver/outbox/items.ts';
import { itemLabel } from '#web/driver/words.ts';
import { Notice } from '#web/kit/ui/Notice.tsx';

/** What the office refused of an inspection, and why: it is to be recorded again. */
export function InspectionRefusals({ items }: { items: readonly OutboxItem[] }) {
  return items.map((item) => (
    <Notice key={item.id} variant="danger" role="alert" className="mt-2">
      <p className="font-semibold">{itemLabel(item)} was refused. Record it again.</p>
      <p className="wrap-anywhere">{item.reason}</p>
    </Notice>
  ));
}
