import type { SavedView, SavedViewList } from '#contract/saved-views.ts';
import { DAY_PRESETS } from '#domain/shared/day-presets.ts';
import type { Day } from '#domain/shared/days.ts';
import { COLUMNS_PARAM, columnsText } from '#web/kit/table/column.ts';
import { findPreset, isPresetFilter, presetFilters } from '#web/kit/table/filters/day-presets.ts';
import type { FilterValues } from '#web/kit/table/filters/filters.ts';
import type { ListState, Patch } from '#web/kit/table/list-state.ts';
import { PATHS } from '#web/paths.ts';

/** The name of the view's id in the URL. The URL has everything else that the view shows, too. */
export const VIEW_PARAM = 'view';
/** The day from which the days of the view's preset were counted: a bookmark of the view can be older than today. */
export const VIEW_DAY_PARAM = 'viewDay';

/** Search, filters and order as a view holds them, with days as they are in the URL. */
export function queryOfState({ search, sort, filters }: ListState): FilterValues {
  const text = search.trim();
  return { ...filters, ...(text && { search: text }), ...(sort && { sort }) };
}

/** The query with a preset in place of its days, if they are those of one. */
export function withPreset(query: FilterValues, today: Day): FilterValues {
  const deliveryPreset = findPreset(query, today);
  if (!deliveryPreset) return query;
  const others = Object.entries(query).filter(([name]) => !isPresetFilter(name));
  return { ...Object.fromEntries(others), deliveryPreset };
}

/** A view's query with the days of its preset, counted from today. */
function withDays({ query }: Pick<SavedView, 'query'>, today: Day): FilterValues {
  const { deliveryPreset, ...others } = query;
  const preset = DAY_PRESETS.find((each) => each === deliveryPreset);
  if (!preset) return query;
  const days = Object.entries(presetFilters(preset, today)).filter(([, day]) => day !== null);
  return { ...others, ...(Object.fromEntries(days) as FilterValues) };
}

type ShownList = { query: FilterValues; columns: readonly string[] | null; today: Day };

/** Whether the URL shows something else than the view. `columns`: those that the URL names. */
export function differsFrom(
  view: Pick<SavedView, 'query' | 'columns'>,
  { query, columns, today }: ShownList,
): boolean {
  return textOf(withDays(view, today)) !== textOf(query) || sorted(view.columns) !== sorted(columns);
}

const textOf = (query: FilterValues) => JSON.stringify(Object.entries(query).toSorted());
const sorted = (columns: readonly string[] | null) => columns && columnsText(columns.toSorted());

/** What a changed view is saved as. Days of the calendar stay days, even while they are those of a preset. */
export function updatedQuery(view: Pick<SavedView, 'query'>, query: FilterValues, today: Day): FilterValues {
  const hasSameDays = Object.keys({ ...query, ...view.query })
    .filter(isPresetFilter)
    .every((name) => query[name] === view.query[name]);
  return hasSameDays ? query : withPreset(query, today);
}

/** The URL of a view: which one it is, and what it shows. */
export function patchOfView(view: SavedView, today: Day): Patch {
  return { ...withDays(view, today), ...namesOfView(view, today) };
}

type NamedView = Pick<SavedView, 'id' | 'columns' | 'query'>;

export function namesOfView({ id, columns, query }: NamedView, today: Day): Patch {
  return {
    [VIEW_PARAM]: String(id),
    [VIEW_DAY_PARAM]: query.deliveryPreset ? today : null,
    [COLUMNS_PARAM]: columns && columnsText(columns),
  };
}

/** What the URL of a list has of a view, removed. */
export const NO_VIEW: Patch = { [VIEW_PARAM]: null, [VIEW_DAY_PARAM]: null };

const LIST_PATHS: Readonly<Record<SavedViewList, string>> = {
  bookings: PATHS.adminBookings,
  clients: PATHS.adminClients,
  transactions: PATHS.adminTransactions,
};

/** The address of the list as the view shows it today. */
export function viewPath(view: SavedView, today: Day): string {
  const entries = Object.entries(patchOfView(view, today)).flatMap(([name, value]) =>
    value === null ? [] : [[name, value]],
  );
  return `${LIST_PATHS[view.list]}?${new URLSearchParams(entries)}`;
}
