import { useId } from 'react';
import { Link } from 'react-router';
import { Icon } from '#web/ui/Icon.tsx';

/** A card as data: a figure made of what was counted or summed. */
export type Figure<Data> = {
  title: string;
  value: (data: Data) => string;
  /** What stands below the value. */
  note?: (data: Data) => string;
  /** Where what was counted is listed. */
  to?: string;
  isBelowNothing?: (data: Data) => boolean;
};

type Props<Data> = {
  title: string;
  /** For those who listen: where the page's own heading says it already. */
  isTitleHidden?: boolean;
  figures: readonly Figure<Data>[];
  /** Null while it is on its way. */
  data: Data | null;
};

/** Figures side by side, all as high as each other whether they are there or on their way. */
export function FigureCards<Data>({ title, isTitleHidden = false, figures, data }: Props<Data>) {
  const id = useId();
  const columns = figures.length % 3 === 0 ? 'sm:grid-cols-3' : 'grid-cols-2 lg:grid-cols-4';
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className={isTitleHidden ? 'sr-only' : 'mb-3 text-ink-soft text-lg'}>
        {title}
      </h2>
      <ul className={`grid gap-3 sm:gap-4 ${columns}`}>
        {figures.map((figure) => (
          <FigureCard key={figure.title} figure={figure} data={data} />
        ))}
      </ul>
    </section>
  );
}

function FigureCard<Data>({ figure, data }: { figure: Figure<Data>; data: Data | null }) {
  const { title, value, note, to, isBelowNothing } = figure;
  const look = data && isBelowNothing?.(data) ? 'text-danger' : '';
  return (
    <li
      className={`relative flex flex-col rounded-lg border border-line bg-surface p-4 sm:p-5 ${to ? 'transition-colors hover:border-edge' : ''}`}
    >
      <h3 className="flex items-start justify-between gap-2 font-normal font-sans text-ink-soft text-sm">
        {to ? (
          <Link
            to={to}
            className="after:absolute after:inset-0 after:rounded-lg focus-visible:outline-none focus-visible:after:outline-3 focus-visible:after:outline-brand focus-visible:after:outline-offset-2"
          >
            {title}
          </Link>
        ) : (
          title
        )}
        {to && <Icon name="right" className="mt-1 size-3.5" />}
      </h3>
      {data ? (
        <p className={`mt-auto pt-2 font-display font-semibold text-3xl tabular-nums ${look}`}>
          {value(data)}
        </p>
      ) : (
        <div aria-hidden="true" className="mt-auto pt-2 text-3xl">
          <div className="h-[1.08em] w-24 max-w-full animate-pulse rounded-sm bg-sunk" />
        </div>
      )}
      {note && (
        <p className="mt-1 min-h-[1.45em] text-ink-soft text-sm tabular-nums">{data ? note(data) : ''}</p>
      )}
    </li>
  );
}
