const MONTH = 30;

/** Thirty days as a strip of marks, those of the rental filled: how long an option lasts, at a glance. */
export function RentalDays({ days, className = '' }: { days: number; className?: string }) {
  const marks = Array.from({ length: MONTH }, (_, day) => day);
  return (
    <svg viewBox="0 0 300 16" aria-hidden="true" className={className} preserveAspectRatio="none">
      {marks.map((day) => (
        <rect
          key={day}
          x={day * 10 + 1}
          y="0"
          width="7.5"
          height="16"
          rx="1"
          className={day < days ? 'fill-brand' : 'fill-line'}
        />
      ))}
    </svg>
  );
}
