import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { useSearchParams } from 'react-router';
import type { SavedViewList } from '#contract/saved-views.ts';
import { isDay } from '#domain/shared/days.ts';
import { savedViewsQuery } from '#web/api/saved-views.ts';
import { todayHere } from '#web/kit/dates/moment.ts';
import { readColumns } from '#web/kit/table/column.ts';
import type { List } from '#web/kit/table/use-list.ts';
import { differsFrom, patchOfView, queryOfState, VIEW_DAY_PARAM, VIEW_PARAM } from './view-query.ts';

export type ListInUrl = Pick<List<unknown>, 'state' | 'change' | 'definition'>;

/**
 * The saved views of a list, and the one that the URL names. They are read when the URL names one, or when `load` is
 * called.
 */
export function useViews(list: ListInUrl, name: SavedViewList) {
  const [params] = useSearchParams();
  const id = params.get(VIEW_PARAM);
  const [isWanted, setWanted] = useState(false);
  const reading = useQuery({
    ...savedViewsQuery(name),
    enabled: isWanted || id !== null,
    refetchOnMount: 'always',
  });
  const views = reading.data ?? null;
  const today = todayHere();
  const query = queryOfState(list.state);
  const active = views?.find((view) => String(view.id) === id) ?? null;
  const columns = readColumns(params);
  const countedFrom = params.get(VIEW_DAY_PARAM) ?? '';
  const shownOn = isDay(countedFrom) ? countedFrom : today;
  const isAsSaved = active !== null && !differsFrom(active, { query, columns, today: shownOn });
  const isOfOtherDay = isAsSaved && active.query.deliveryPreset !== undefined && countedFrom !== today;
  // A bookmark, and a page that stays open over midnight, show the days of a preset as of today.
  const countFromToday = useEffectEvent(() => {
    if (active) list.change(patchOfView(active, today), { replace: true });
  });
  useEffect(() => {
    if (isOfOtherDay) countFromToday();
  }, [isOfOtherDay]);
  return {
    views,
    hasFailed: reading.error !== null,
    load: () => setWanted(true),
    reload: () => void reading.refetch(),
    active,
    /** The URL names a view that is not there, or that the user may not see. */
    isGone: id !== null && views !== null && !reading.isFetching && active === null,
    isChanged: active !== null && !isAsSaved && differsFrom(active, { query, columns, today }),
    /** Search, filters and order as the URL has them. */
    query,
    today,
  };
}

export type Views = ReturnType<typeof useViews>;
