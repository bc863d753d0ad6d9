import { TextField } from '#web/kit/form/TextField.tsx';
import type { FieldsProps } from './entry-kind.ts';

type Props = Pick<FieldsProps<{ id: string }>, 'bind' | 'entry'> & { example: string };

/** The id of an entry: proposed from its name, and fixed once it is saved. */
export function IdField({ bind, entry, example }: Props) {
  if (entry)
    return <FixedFact label="ID" value={entry.id} reason="Fixed, because bookings and links refer to it." />;
  return (
    <TextField
      {...bind('id')}
      label="ID"
      autoCapitalize="none"
      autoComplete="off"
      spellCheck={false}
      hint={`A short name in links and files, such as ${example}. It cannot change later.`}
    />
  );
}

type FactProps = { label: string; value: string; reason: string };

/** A value that cannot change, and why. */
export function FixedFact({ label, value, reason }: FactProps) {
  return (
    <div className="rounded-md bg-sunk px-3 py-2 text-sm">
      <p className="wrap-anywhere">
        <span className="font-semibold">{label}:</span> {value}
      </p>
      <p className="text-ink-soft">{reason}</p>
    </div>
  );
}
