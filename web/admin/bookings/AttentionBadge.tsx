import { ATTENTION_LABELS, type AttentionReason } from '#domain/bookings.ts';
import { Icon } from '#web/ui/Icon.tsx';

/** That staff must look at a booking, and why. */
export function AttentionBadge({ reason }: { reason: AttentionReason | null }) {
  if (!reason) return null;
  return (
    <span className="inline-flex items-center gap-1.5 whitespace-nowrap rounded-sm border border-danger-line bg-danger-soft px-2 py-0.5 font-semibold text-danger text-xs">
      <Icon name="warning" className="size-3.5" />
      {ATTENTION_LABELS[reason]}
    </span>
  );
}
