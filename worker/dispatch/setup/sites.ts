import type { DispatchSite, NewSite, SiteChanges } from '#contract/sites.ts';
import { type Day, formatDay } from '#domain/shared/days.ts';
import { AppError } from '#domain/shared/errors.ts';
import type { Context } from '#worker/base/context.ts';
import { commit } from '#worker/base/db/commit.ts';
import { type ConstraintErrors, withConstraintErrors } from '#worker/base/db/constraint-errors.ts';
import { changeRow, removeRow } from '#worker/base/history/change-row.ts';
import { insertEntry } from '#worker/base/history/repo.ts';
import type { Actor } from '#worker/base/sessions/sessions.ts';
import { unitsAtText } from '#worker/fleet/locations/places.ts';
import {
  deleteSiteRow,
  findSite,
  findSiteRouteDay,
  insertSite,
  isOnlyYard,
  isSiteAt,
  isSiteRemovable,
  listSiteRows,
  replaceSiteDays,
  type SiteDay,
  type SiteRow,
  siteIdOf,
  updateSiteRow,
} from './repo.ts';

/** The yards, then the disposal sites, each by name. */
export function listSites(ctx: Context): Promise<SiteRow[]> {
  return listSiteRows(ctx.db, ctx.today());
}

/** Throws not_found for a site that is deleted, too. */
async function getSite(ctx: Context, id: number): Promise<SiteRow> {
  const row = await findSite(ctx.db, id, ctx.today());
  if (!row) throw new AppError('not_found', 'There is no such site.');
  return row;
}

/** Throws conflict for a name that another site has, and invalid for fields that do not fit together. */
export async function addSite(ctx: Context, actor: Actor, input: NewSite): Promise<SiteRow> {
  assertFits(input);
  const nowMs = ctx.now();
  const id = siteIdOf(input.name);
  const { made } = await withConstraintErrors(CLASHES, () =>
    commit(ctx, {
      writes: {
        made: insertSite(ctx.db, { ...input, createdAt: nowMs }),
        entry: insertEntry(
          ctx.db,
          { subject: 'site', subjectId: id, version: 1 },
          { action: 'created', actor, before: null, after: input, nowMs },
        ),
      },
    }),
  );
  if (!made[0]) throw new Error('The site was not stored');
  return { ...made[0], dayHours: [] };
}

type SiteVersion = { id: number; version: number | null };

/** Throws stale for an old version, conflict for a name that another site has, and invalid. */
export async function changeSite(
  ctx: Context,
  actor: Actor,
  { id, version, changes }: SiteVersion & { changes: SiteChanges },
): Promise<SiteRow> {
  const today = ctx.today();
  const dayHours = changes.dayHours?.toSorted((a, b) => a.day.localeCompare(b.day));
  assertToCome(changes.dayHours ?? [], today);
  const given = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));
  const { row } = await withConstraintErrors(CLASHES, () =>
    changeRow<SiteRow>(ctx, actor, {
      version,
      ...rowOf(ctx, id),
      changesOf: (site) => {
        assertFits({ ...site, ...given });
        return { ...changes, dayHours };
      },
      update: ({ dayHours: _days, ...values }) => updateSiteRow(ctx.db, id, values),
      furtherWrites: () => (dayHours ? replaceSiteDays(ctx.db, id, { days: dayHours, today }) : []),
    }),
  );
  return row;
}

/** Throws conflict for the only yard, while a route to come uses the site, and while a unit is there. */
export function deleteSite(ctx: Context, actor: Actor, { id, version }: SiteVersion): Promise<void> {
  const today = ctx.today();
  return removeRow<SiteRow>(ctx, actor, {
    version,
    ...rowOf(ctx, id),
    remove: (next) => deleteSiteRow(ctx.db, id, { version: next, nowMs: ctx.now() }),
    isRemovable: isSiteRemovable(id, today),
    entryOf: ({ kind, name, address }) => ({ kind, name, address }),
    refusal: async ({ name }) => {
      if (await isOnlyYard(ctx.db, id)) {
        const text = `${name} is the only yard. Add another yard before you delete it.`;
        return new AppError('conflict', text);
      }
      const day = await findSiteRouteDay(ctx.db, id, today);
      if (day) {
        const text = `A route on ${formatDay(day)} uses ${name}. Change that route first.`;
        return new AppError('conflict', text);
      }
      const units = await unitsAtText(ctx, { siteId: id });
      return units === null
        ? null
        : new AppError('conflict', `${units} at ${name}. Correct the location first.`);
    },
  });
}

const CLASHES: ConstraintErrors = {
  sites_name: { message: 'Another site has this name.', path: 'name' },
};

function assertToCome(days: readonly SiteDay[], today: Day) {
  const issues = days.flatMap(({ day }, index) =>
    day < today ? [{ path: `dayHours.${index}.day`, message: 'Must be today or later' }] : [],
  );
  const [first] = issues;
  if (first) throw new AppError('invalid', first.message, { issues });
}

/** Latitude and longitude belong together, and only disposal sites name what they accept. */
function assertFits({
  kind,
  lat,
  lng,
  acceptedWaste,
}: Pick<SiteRow, 'kind' | 'lat' | 'lng' | 'acceptedWaste'>) {
  if ((lat === null) !== (lng === null)) {
    const message = 'Enter both latitude and longitude, or neither';
    throw new AppError('invalid', message, { issues: [{ path: lat === null ? 'lat' : 'lng', message }] });
  }
  if (kind === 'yard' && acceptedWaste !== null) {
    const message = 'Only a disposal site accepts waste';
    throw new AppError('invalid', message, { issues: [{ path: 'acceptedWaste', message }] });
  }
}

function rowOf(ctx: Context, id: number) {
  return {
    subject: { subject: 'site' as const, subjectId: id },
    read: () => getSite(ctx, id),
    isAt: (version: number) => isSiteAt(id, version),
  };
}

/** A site as the API returns it. */
export function toSite({ id, kind, name, address, lat, lng, hours, ...site }: SiteRow): DispatchSite {
  const { dayHours, acceptedWaste, version } = site;
  return { id, kind, name, address, lat, lng, hours: hours && [...hours], dayHours, acceptedWaste, version };
}
