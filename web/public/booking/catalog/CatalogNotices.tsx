import { OpeningHours, PhoneLink } from '#web/kit/ui/ContactLinks.tsx';
import { Notice } from '#web/kit/ui/Notice.tsx';
import { useCatalog } from '#web/public/rental/catalog-context.ts';

/** Shown while the business accepts no online bookings. */
export function PauseNotice({ className }: { className: string }) {
  const { pause, business } = useCatalog();
  if (!pause.isPaused) return null;
  return (
    <Notice variant="attention" role="note" className={className}>
      <p className="wrap-anywhere">{pause.text || 'Online booking is paused.'}</p>
      <p>
        Please call <PhoneLink phone={business.phone} /> to book.
        <OpeningHours className="block text-sm" />
      </p>
    </Notice>
  );
}

type DroppedProps = { messages: readonly string[] | undefined; className?: string };

/** What was cleared, because the catalog no longer offers it. */
export function DroppedNotice({ messages, className = '' }: DroppedProps) {
  if (!messages || messages.length === 0) return null;
  return (
    <Notice variant="attention" role="status" className={className}>
      {messages.map((message) => (
        <p key={message}>{message}</p>
      ))}
    </Notice>
  );
}
