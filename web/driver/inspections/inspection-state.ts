import type { DriverRoute } from '#contract/driver-routes.ts';
import type { Inspection, InspectionPayload } from '#contract/inspections.ts';
import type { InspectionKind } from '#domain/dispatch/inspections.ts';
import { isAction, isOfTruck, type OutboxItem } from '#web/driver/outbox/items.ts';

/** What was recorded about the truck: at the office, or on this phone. */
export type RecordedInspection = Pick<Inspection, 'isSafe'> & {
  defects: readonly { item: string; note?: string | null | undefined }[];
};

/** The latest inspection of a kind on the phone, else the server's. Null: not yet. */
export function recordedInspection(
  route: DriverRoute,
  kind: InspectionKind,
  items: readonly OutboxItem[],
): RecordedInspection | null {
  const own = items.findLast(
    (item) =>
      isAction(item) &&
      item.type === 'inspection' &&
      item.state !== 'refused' &&
      item.payload.kind === kind &&
      route.stops.some(({ id }) => id === item.stopId),
  );
  if (own && isAction(own)) return own.payload as InspectionPayload;
  return route.inspection?.[kind] ?? null;
}

/** What the office refused of an inspection, with the reason. A photo is not said to be of one of them: the first has it. */
export function refusedInspection(
  route: DriverRoute,
  kind: InspectionKind,
  items: readonly OutboxItem[],
): OutboxItem[] {
  return items.filter(
    (item) =>
      isOfTruck(item) &&
      item.state === 'refused' &&
      (isAction(item) ? item.payload.kind : 'before') === kind &&
      route.stops.some(({ id }) => id === item.stopId),
  );
}

/** The payload of an inspection; it confirms the last report that the phone shows. */
export function makeInspectionPayload(
  { truck, inspection }: DriverRoute,
  { kind, defects, isSafe }: Pick<InspectionPayload, 'kind' | 'defects' | 'isSafe'>,
) {
  const last = kind === 'before' ? inspection?.lastReport : null;
  const confirmed = last ? { confirmedId: last.id } : {};
  return { kind, truckId: truck?.id ?? null, defects, isSafe, ...confirmed };
}
