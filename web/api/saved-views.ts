import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { BodyInput } from '#contract/endpoint.ts';
import {
  createSavedView,
  deleteSavedView,
  listSavedViews,
  type SavedView,
  type SavedViewList,
  updateSavedView,
} from '#contract/saved-views.ts';
import { call } from '#web/api/call.ts';

export function savedViewsQuery(list: SavedViewList) {
  return queryOptions({
    queryKey: [listSavedViews.name, list],
    queryFn: ({ signal }) => call(listSavedViews, { query: { list }, signal }),
  });
}

export function useCreateSavedView() {
  return useViewChange((body: BodyInput<typeof createSavedView>) => call(createSavedView, { body }));
}

export type ViewChanges = BodyInput<typeof updateSavedView>;

export function useUpdateSavedView() {
  return useViewChange(({ view, changes }: { view: SavedView; changes: ViewChanges }) =>
    call(updateSavedView, { params: { id: view.id }, body: changes, ifMatch: etagOf(view) }),
  );
}

export function useDeleteSavedView() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (view: SavedView) =>
      call(deleteSavedView, { params: { id: view.id }, ifMatch: etagOf(view) }),
    onSuccess: (_reply, { id, list }) =>
      client.setQueryData(savedViewsQuery(list).queryKey, (views) => views?.filter((each) => each.id !== id)),
    onSettled: () => client.invalidateQueries({ queryKey: [listSavedViews.name] }),
  });
}

const etagOf = ({ version }: SavedView) => `"${version}"`;

/** Shows the saved view at once. After a refusal, too, the views are read again: one may be gone or changed. */
function useViewChange<Input>(change: (input: Input) => Promise<SavedView>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSuccess: (saved) =>
      client.setQueryData(savedViewsQuery(saved.list).queryKey, (views) => [
        ...(views ?? []).filter(({ id }) => id !== saved.id),
        saved,
      ]),
    onSettled: () => client.invalidateQueries({ queryKey: [listSavedViews.name] }),
  });
}
