import { useSetUpHeight } from '#web/booking/step-area.ts';

/** Shown until the payment is ready (SPEC 2). */
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
