import { useId } from 'react';
import { Link } from 'react-router';
import { Icon } from '#web/kit/ui/Icon.tsx';

/** A card as data: a count or a sum. */
export type Figure<Data> = {
  title: string;
  value: (data: Data) => string;
  /** Shown below the value. */
  note?: (data: Data) => string;
  /** What the figure counts, in a sentence. Null while it loads. */
  definition?: string | ((data: Data | null) => string);
  /** The path of the list of the counted items. */
  to?: string;
  isBelowNothing?: (data: Data) => boolean;
};

type Props<Data> = {
  title: string;
  /** Only for screen readers, if the page's heading has the same text. */
  isTitleHidden?: boolean;
  /** For use above a list: lower cards, one per row on narrow screens, wide enough for millions on wide screens. */
  isCompact?: boolean;
  figures: readonly Figure<Data>[];
  /** Null while it loads. */
  data: Data | null;
};

/** Figures side by side. Loading does not change their height. */
export function FigureCards<Data>({
  title,
  isTitleHidden = false,
  isCompact = false,
  figures,
  data,
}: Props<Data>) {
  const id = useId();
  const roomy =
    figures.length % 3 === 0 ? '@min-[52rem]:grid-cols-3' : 'grid-cols-2 @min-[44rem]:grid-cols-4';
  const columns = isCompact ? 'sm:grid-cols-2 @min-[52rem]:grid-cols-4' : roomy;
  return (
    <section aria-labelledby={id} className="@container">
      <h2 id={id} className={isTitleHidden ? 'sr-only' : 'mb-3 text-ink-soft text-lg'}>
        {title}
      </h2>
      <ul className={`grid gap-3 sm:gap-4 ${columns}`}>
        {figures.map((figure) => (
          <FigureCard key={figure.title} figure={figure} isCompact={isCompact} data={data} />
        ))}
      </ul>
    </section>
  );
}

const ROOMY = {
  card: 'flex flex-col p-4 sm:p-5',
  value: 'pt-2 text-3xl',
  note: 'mt-1',
};
/** On narrow screens the figure is beside its title. */
const COMPACT = {
  card: 'flex flex-col p-4 max-sm:grid max-sm:grid-cols-[minmax(0,1fr)_auto] max-sm:items-center max-sm:gap-x-4 max-sm:py-2.5',
  value: 'pt-1 text-2xl max-sm:col-start-2 max-sm:row-span-2 max-sm:row-start-1 max-sm:pt-0',
  note: 'mt-0.5 max-sm:mt-0',
};

type CardProps<Data> = { figure: Figure<Data>; isCompact: boolean; data: Data | null };

function FigureCard<Data>({ figure, isCompact, data }: CardProps<Data>) {
  const { title, value, note, definition, to, isBelowNothing } = figure;
  const shape = isCompact ? COMPACT : ROOMY;
  const look = data && isBelowNothing?.(data) ? 'text-danger' : '';
  // Definitions of different lengths would move the values of a row apart.
  const place = definition ? '' : 'mt-auto';
  return (
    <li
      className={`relative rounded-lg border border-line bg-surface ${shape.card} ${to ? 'transition-colors hover:border-edge' : ''}`}
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
        <p className={`font-display font-semibold tabular-nums ${place} ${shape.value} ${look}`}>
          {value(data)}
        </p>
      ) : (
        <div aria-hidden="true" className={`${place} ${shape.value}`}>
          <div className="h-[1.08em] w-24 max-w-full animate-pulse rounded-sm bg-sunk" />
        </div>
      )}
      {note && (
        <p className={`min-h-[1.45em] text-ink-soft text-sm tabular-nums ${shape.note}`}>
          {data ? note(data) : ''}
        </p>
      )}
      {definition && (
        <p className="text-ink-soft text-xs max-sm:col-span-2">
          {typeof definition === 'string' ? definition : definition(data)}
        </p>
      )}
    </li>
  );
}
