import { Card } from '#web/ui/Card.tsx';

/** What was noted with Stripe, as it stands there. */
export function MetadataCard({ metadata }: { metadata: Readonly<Record<string, string>> }) {
  const entries = Object.entries(metadata);
  return (
    <Card title="Metadata">
      {entries.length === 0 ? (
        <p className="text-ink-soft">None</p>
      ) : (
        <dl className="grid gap-x-6 gap-y-2 sm:grid-cols-[minmax(0,12rem)_minmax(0,1fr)]">
          {entries.map(([key, value]) => (
            <div key={key} className="min-w-0 sm:contents">
              <dt className="wrap-anywhere text-ink-soft text-sm">{key}</dt>
              <dd dir="auto" className="wrap-anywhere whitespace-pre-line text-sm">
                {value}
              </dd>
            </div>
          ))}
        </dl>
      )}
    </Card>
  );
}
