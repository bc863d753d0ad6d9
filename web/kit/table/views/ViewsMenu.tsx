import { useState } from 'react';
import type { SavedView, SavedViewList } from '#contract/saved-views.ts';
import { can } from '#domain/accounts/access.ts';
import { useUpdateSavedView } from '#web/api/saved-views.ts';
import { useTabSession } from '#web/api/session.ts';
import { toastFailure } from '#web/kit/form/failure.ts';
import { COLUMNS_PARAM } from '#web/kit/table/column.ts';
import { withoutFilters } from '#web/kit/table/list-state.ts';
import { RowButton, rowButtonClass } from '#web/kit/table/RowButton.tsx';
import { lazyDialog } from '#web/kit/ui/dialog/lazy-dialog.tsx';
import { Drawing, Icon } from '#web/kit/ui/Icon.tsx';
import { MenuButton } from '#web/kit/ui/MenuButton.tsx';
import type { MenuItem } from '#web/kit/ui/OpenMenu.tsx';
import { toast } from '#web/kit/ui/toast/toast-store.ts';
import { type ListInUrl, useViews, type Views } from './use-views.ts';
import { NO_VIEW, namesOfView, patchOfView, updatedQuery } from './view-query.ts';

const SaveViewDialog = lazyDialog(async () => (await import('./view-dialogs.tsx')).SaveViewDialog);
const DeleteViewDialog = lazyDialog(async () => (await import('./view-dialogs.tsx')).DeleteViewDialog);

export type ViewsMenuProps = {
  list: ListInUrl;
  name: SavedViewList;
  /** The shown columns that the user can choose; without it the list has no choice. */
  columns?: readonly string[];
};

type Opened = 'save' | 'rename' | 'delete';

/** The saved views of a list: opens, saves, updates, renames and deletes them. The URL keeps what is shown. */
export function ViewsMenu({ list, name, columns: shown }: ViewsMenuProps) {
  const views = useViews(list, name);
  const { active, isChanged, isGone } = views;
  const columns = shown ? [...shown] : null;
  const [opened, setOpened] = useState<{ dialog: Opened; view: SavedView | null } | null>(null);
  const open = (dialog: Opened) => setOpened({ dialog, view: dialog === 'save' ? null : active });
  const close = () => setOpened(null);
  // The rows stay the same, and so does the place in the list.
  const mark = (patch: ReturnType<typeof namesOfView>) =>
    list.change({ ...patch, cursor: list.state.cursor }, { replace: true });
  const { update, isUpdating } = useUpdate(views, {
    columns,
    onUpdated: (view) => mark(namesOfView(view, views.today)),
  });
  // A dialog keeps its view when it is gone, and follows its newer versions.
  const view = views.views?.find(({ id }) => id === opened?.view?.id) ?? opened?.view ?? null;
  return (
    <>
      <span className="flex min-w-0 flex-wrap items-center gap-2">
        <MenuButton
          label={active ? `View: ${active.name}` : 'Views'}
          items={[...viewItems(list, { name, views }), ...useActionItems(views, { open, update })]}
          onTouched={views.load}
          className={rowButtonClass('min-w-0 max-w-full')}
        >
          <Drawing d="M6 4h12v16l-6-4.5L6 20z" className="size-4" />
          <bdi className="max-w-48 truncate">{active?.name ?? 'Views'}</bdi>
          <Icon name="right" className="size-3.5 rotate-90" />
        </MenuButton>
        <span role="status" className="text-ink-soft text-sm empty:hidden cards:max-w-52">
          {isChanged && 'Unsaved changes'}
          {isGone && 'This view was deleted, or it is private. Its filters are still here.'}
        </span>
        {isChanged && active?.isOwn && (
          <RowButton aria-disabled={isUpdating} onClick={update}>
            {isUpdating ? 'Updating...' : 'Update view'}
          </RowButton>
        )}
      </span>
      {opened?.dialog === 'delete' && view && (
        <DeleteViewDialog view={view} onDeleted={() => mark(NO_VIEW)} onClose={close} />
      )}
      {opened && opened.dialog !== 'delete' && (
        <SaveViewDialog
          list={name}
          view={view}
          query={views.query}
          columns={columns}
          onSaved={(saved) => {
            close();
            if (saved.id !== active?.id) mark(namesOfView(saved, views.today));
          }}
          onClose={close}
        />
      )}
    </>
  );
}

/** The list without a view, and the views. A view that is open is opened again without its changes. */
function viewItems(
  list: ListInUrl,
  { name, views: { views, active, hasFailed, reload, query, today } }: { name: SavedViewList; views: Views },
): MenuItem[] {
  const clean = { search: null, sort: null, ...withoutFilters(list.definition) };
  const toItem = (view: SavedView): MenuItem => ({
    id: `view-${view.id}`,
    label: view.name,
    group: view.isShared ? 'Shared views' : 'Private views',
    ...(view.isShared && { detail: view.isOwn ? 'You' : view.ownerName }),
    isChecked: view.id === active?.id,
    onPick: () => list.change({ ...clean, ...patchOfView(view, today) }),
  });
  const all: MenuItem = {
    id: 'all',
    label: `All ${name}`,
    isChecked: active === null && Object.keys(query).length === 0,
    onPick: () => list.change({ ...clean, ...NO_VIEW, [COLUMNS_PARAM]: null }),
  };
  const byName = (views ?? []).toSorted((a, b) => a.name.localeCompare(b.name));
  const state = views === null && {
    id: 'state',
    label: hasFailed ? 'The views could not be loaded. Try again' : 'Loading the views...',
    group: 'Private views',
    isSetting: true,
    onPick: () => hasFailed && reload(),
  };
  return [
    all,
    ...(state ? [state] : []),
    ...byName.filter(({ isShared }) => !isShared).map(toItem),
    ...byName.filter(({ isShared }) => isShared).map(toItem),
  ];
}

type Actions = { open: (dialog: Opened) => void; update: () => void };

function useActionItems({ active, isChanged }: Views, { open, update }: Actions): MenuItem[] {
  const { sessionState } = useTabSession();
  const mayManage = sessionState.status === 'signedIn' && can(sessionState.role, 'views:manage');
  const group = active ? 'This view' : 'Current filters';
  const item = (id: string, label: string, onPick: () => void) => ({ id, label, group, onPick });
  return [
    ...(isChanged && active?.isOwn ? [item('update', 'Update view', update)] : []),
    item('save', active ? 'Save as new view' : 'Save view', () => open('save')),
    ...(active?.isOwn ? [item('rename', 'Rename or share', () => open('rename'))] : []),
    ...(active && (active.isOwn || mayManage) ? [item('delete', 'Delete view', () => open('delete'))] : []),
  ];
}

/** Saves what the list shows into the open view. After a refusal the list stays as it is, and the view is read again. */
function useUpdate(
  { active, query, today }: Views,
  { columns, onUpdated }: { columns: string[] | null; onUpdated: (view: SavedView) => void },
) {
  const { mutate, isPending } = useUpdateSavedView();
  const update = () => {
    if (!active || isPending) return;
    mutate(
      { view: active, changes: { query: { ...updatedQuery(active, query, today) }, columns } },
      {
        onSuccess: (view) => {
          onUpdated(view);
          toast({ title: 'View Updated', text: `"${view.name}" shows what you see now.`, variant: 'plain' });
        },
        onError: (error) => toastFailure('The view was not updated; your filters are unchanged.', error),
      },
    );
  };
  return { update, isUpdating: isPending };
}
