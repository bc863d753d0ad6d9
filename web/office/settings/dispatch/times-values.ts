import type { FieldErrors, Resolver } from 'react-hook-form';
import {
  type DispatchSettings,
  type DispatchSettingsChanges,
  dispatchSettingsChanges,
} from '#contract/dispatch-settings.ts';
import {
  POSSIBLE_ITEMS,
  type RequiredItem,
  STOP_LABELS,
  STOP_TYPES,
  type StopType,
} from '#domain/dispatch/stops.ts';
import { formatTimeOfDay } from '#domain/jobs/time-windows.ts';

export type EditedSettings = DispatchSettings & { id: 1 };

/** The settings as their form shows them: numbers as texts. */
export type TimesValues = {
  dayStart: string;
  dayEnd: string;
  photoRetentionDays: string;
  newTextNumbers: string;
  stopMinutes: Record<StopType, string>;
  requiredItems: Record<StopType, RequiredItem[]>;
  hasInspections: boolean;
  /** One a line. */
  inspectionItems: string;
};

export function timesValuesOf(settings: EditedSettings): TimesValues {
  const { dayStart, dayEnd, photoRetentionDays, newTextNumbers, stopMinutes, requiredItems } = settings;
  const minutes = STOP_TYPES.map((type) => [type, String(stopMinutes[type])]);
  return {
    dayStart,
    dayEnd,
    photoRetentionDays: String(photoRetentionDays),
    newTextNumbers: String(newTextNumbers),
    stopMinutes: Object.fromEntries(minutes) as Record<StopType, string>,
    requiredItems,
    hasInspections: settings.hasInspections,
    inspectionItems: settings.inspectionItems.join('\n'),
  };
}

/** The lines of a text that say something. */
export const splitItemLines = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);

/** The fields, and the types of stops in them, that differ. */
export function computeTimesChanges(
  settings: EditedSettings,
  values: Partial<TimesValues>,
): Partial<TimesValues> {
  const before = timesValuesOf(settings);
  const changed: Record<string, unknown> = {};
  for (const field of ['dayStart', 'dayEnd', 'photoRetentionDays', 'newTextNumbers'] as const) {
    const value = values[field];
    if (value !== undefined && value.trim() !== before[field]) changed[field] = value;
  }
  const { hasInspections, inspectionItems } = values;
  if (hasInspections !== undefined && hasInspections !== before.hasInspections)
    changed.hasInspections = hasInspections;
  if (inspectionItems !== undefined && splitItemLines(inspectionItems).join('\n') !== before.inspectionItems)
    changed.inspectionItems = inspectionItems;
  const minutes = STOP_TYPES.filter(
    (type) => values.stopMinutes?.[type]?.trim() !== before.stopMinutes[type],
  );
  const items = STOP_TYPES.filter(
    (type) => itemsText(type, values.requiredItems?.[type]) !== itemsText(type, before.requiredItems[type]),
  );
  if (values.stopMinutes && minutes.length > 0) changed.stopMinutes = pick(values.stopMinutes, minutes);
  if (values.requiredItems && items.length > 0) changed.requiredItems = pick(values.requiredItems, items);
  return changed as Partial<TimesValues>;
}

function pick<Value>(values: Record<StopType, Value>, types: readonly StopType[]) {
  return Object.fromEntries(types.map((type) => [type, values[type]]));
}

/** The items of a type of stop in their order. A single checkbox has a text or nothing. */
function itemsText(type: StopType, items: unknown): string {
  const given = [items].flat();
  return POSSIBLE_ITEMS[type].filter((item) => given.includes(item)).join();
}

const whole = (text: string) => (/^\s*\d{1,5}\s*$/.test(text) ? Number(text) : Number.NaN);

export const timesResolver: Resolver<TimesValues, unknown, DispatchSettingsChanges> = ({
  photoRetentionDays,
  newTextNumbers,
  stopMinutes,
  requiredItems,
  inspectionItems,
  ...times
}) => {
  const parsed = dispatchSettingsChanges.safeParse({
    ...times,
    ...(photoRetentionDays !== undefined && { photoRetentionDays: whole(photoRetentionDays) }),
    ...(newTextNumbers !== undefined && { newTextNumbers: whole(newTextNumbers) }),
    ...(inspectionItems !== undefined && { inspectionItems: splitItemLines(inspectionItems) }),
    ...(stopMinutes && {
      stopMinutes: Object.fromEntries(Object.entries(stopMinutes).map(([type, text]) => [type, whole(text)])),
    }),
    ...(requiredItems && {
      requiredItems: Object.fromEntries(
        Object.entries(requiredItems).map(([type, items]) => [type, [items].flat().filter(Boolean)]),
      ),
    }),
  });
  if (parsed.success) return { values: parsed.data, errors: {} };
  const errors: Record<string, unknown> = {};
  for (const { path, message } of parsed.error.issues) {
    const [field, type] = path.map(String);
    if (field === undefined) continue;
    const error = { type: 'custom', message };
    errors[field] =
      type === undefined || field === 'inspectionItems'
        ? error
        : { ...(errors[field] as object), [type]: error };
  }
  return { values: {}, errors: errors as FieldErrors<TimesValues> };
};

export const TIMES_LABELS = {
  dayStart: 'Routes start at',
  dayEnd: 'Drivers are back by',
  stopMinutes: 'Minutes at a stop',
  requiredItems: 'What drivers record',
  photoRetentionDays: 'Days for which photos are kept',
  newTextNumbers: 'New numbers that get texts in a day',
  hasInspections: 'Drivers inspect the truck',
  inspectionItems: 'Items of the inspection',
} as const;

export const ITEM_LABELS: Readonly<Record<RequiredItem, string>> = {
  unit: 'Unit brought',
  collected_unit: 'Unit taken away',
  delivery_placement: 'Photo of the placement',
  pickup_before: 'Photo before',
  pickup_after: 'Photo after',
  signature: 'Signature',
  ticket: 'Ticket with photo',
};

/** A value of the call or of the form as staff read it. */
export function timesValueText(field: string, value: unknown): string {
  if (value === undefined || value === null || value === '') return 'none';
  if (field === 'dayStart' || field === 'dayEnd') return formatTimeOfDay(String(value));
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (field === 'inspectionItems') return [value].flat().join(', ').replaceAll('\n', ', ');
  if (field === 'stopMinutes') {
    return eachType(value, (minutes) => `${minutes} min`);
  }
  if (field === 'requiredItems') {
    return eachType(
      value,
      (items) =>
        [items]
          .flat()
          .map((item) => ITEM_LABELS[item as RequiredItem])
          .join(', ') || 'nothing',
    );
  }
  return String(value);
}

function eachType(values: unknown, text: (value: unknown) => string): string {
  return STOP_TYPES.filter((type) => type in (values as object))
    .map((type) => `${STOP_LABELS[type]}: ${text((values as Record<StopType, unknown>)[type])}`)
    .join('; ');
}
