import { useSetUpHeight } from '#web/booking/step-area.ts';

/** Until the payment can be shown (SPEC 2). */
export function SettingUp() {
  useSetUpHeight();
  return (
    <p
      role="status"
      className="rounded-lg border border-line bg-surface px-6 py-14 text-center text-ink-soft"
    >
      Setting up payment...
    </p>
  );
}
