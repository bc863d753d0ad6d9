import type { FieldErrors, Resolver } from 'react-hook-form';
import { type DispatchSite, type NewSite, newSite, type SiteChanges, siteChanges } from '#contract/sites.ts';
import { formatTimeOfDay } from '#domain/jobs/time-windows.ts';
import { formatDay, isDay } from '#domain/shared/days.ts';
import { WEEKDAYS } from '#web/kit/dates/month.ts';

type DayHours = { isOpen: boolean; opens: string; closes: string };
type OneDay = DayHours & { day: string };

/** A site as its form shows it. The fields have the names of the call. */
export type SiteValues = {
  name: string;
  address: string;
  lat: string;
  lng: string;
  hours: { isAlways: boolean; days: DayHours[] };
  /** Days with hours of their own. */
  dayHours: OneDay[];
  /** A line for each; empty: everything. */
  acceptedWaste: string;
};

const USUAL = { opens: '07:00', closes: '17:00' };

/** A day that is added: closed, as most of them are. */
export const NEW_DAY: OneDay = { ...USUAL, day: '', isOpen: false };

export const EMPTY_SITE: SiteValues = {
  name: '',
  address: '',
  lat: '',
  lng: '',
  hours: {
    isAlways: true,
    days: WEEKDAYS.map((_, weekday) => ({ ...USUAL, isOpen: weekday > 0 && weekday < 6 })),
  },
  dayHours: [],
  acceptedWaste: '',
};

export function siteValuesOf(site: DispatchSite): SiteValues {
  const { name, address, lat, lng, hours, dayHours, acceptedWaste } = site;
  return {
    name,
    address,
    lat: lat === null ? '' : String(lat),
    lng: lng === null ? '' : String(lng),
    hours: hours
      ? { isAlways: false, days: hours.map((day) => ({ ...(day ?? USUAL), isOpen: day !== null })) }
      : EMPTY_SITE.hours,
    dayHours: dayHours.map(({ day, opens, closes }) => ({
      day,
      isOpen: opens !== null,
      opens: opens ?? USUAL.opens,
      closes: closes ?? USUAL.closes,
    })),
    acceptedWaste: acceptedWaste?.join('\n') ?? '',
  };
}

/** The fields that differ. Latitude and longitude are checked together, so they are sent together. */
export function computeSiteChanges(site: DispatchSite, values: Partial<SiteValues>): Partial<SiteValues> {
  const before = siteValuesOf(site);
  const isChanged = (field: keyof SiteValues) =>
    values[field] !== undefined &&
    wireText({ [field]: values[field] }) !== wireText({ [field]: before[field] });
  const fields = (Object.keys(values) as (keyof SiteValues)[]).filter(isChanged);
  const isPlace = fields.some((field) => field === 'lat' || field === 'lng');
  const sent = isPlace ? [...new Set([...fields, 'lat' as const, 'lng' as const])] : fields;
  return Object.fromEntries(sent.map((field) => [field, values[field]]));
}

const wireText = (values: Partial<SiteValues>) => JSON.stringify(wireOf(values));

/** The values as the call has them. */
function wireOf(values: Partial<SiteValues>): Record<string, unknown> {
  const { lat, lng, hours, dayHours, acceptedWaste, ...texts } = values;
  return {
    ...texts,
    ...(lat !== undefined && { lat: numberOf(lat) }),
    ...(lng !== undefined && { lng: numberOf(lng) }),
    ...(hours && { hours: hours.isAlways ? null : hours.days.map(openHours) }),
    ...(dayHours && {
      dayHours: dayHours.map(({ day, ...one }) => ({ day, ...(openHours(one) ?? CLOSED) })),
    }),
    ...(acceptedWaste !== undefined && { acceptedWaste: linesOf(acceptedWaste) }),
  };
}

const CLOSED = { opens: null, closes: null };

function openHours({ isOpen, opens, closes }: DayHours) {
  return isOpen ? { opens, closes } : null;
}

function numberOf(text: string): number | null {
  return text.trim() === '' ? null : Number(text.trim().replace(',', '.'));
}

function linesOf(text: string): string[] | null {
  const lines = text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);
  return lines.length === 0 ? null : lines;
}

type Issue = { path: PropertyKey[]; message: string };

/** Shows the problems of the call's schema at the fields of the form. */
function errorsOf(issues: readonly Issue[]): FieldErrors<SiteValues> {
  const errors: Record<string, unknown> = {};
  for (const { path, message } of issues) {
    const [field, weekday, time] = path.map(String);
    if (field === undefined || errors[field]) continue;
    const error = { type: 'custom', message };
    const isRow = weekday !== undefined && (field === 'hours' || field === 'dayHours');
    const row = isRow && { [weekday]: { [time ?? 'opens']: error } };
    if (row) errors[field] = field === 'hours' ? { days: row } : row;
    else errors[field] = field === 'hours' || field === 'dayHours' ? { root: error } : error;
  }
  return errors as FieldErrors<SiteValues>;
}

export const siteChangeResolver: Resolver<SiteValues, unknown, SiteChanges> = (values) => {
  const parsed = siteChanges.safeParse(wireOf(values));
  return parsed.success
    ? { values: parsed.data, errors: {} }
    : { values: {}, errors: errorsOf(parsed.error.issues) };
};

export function newSiteResolver(kind: DispatchSite['kind']): Resolver<SiteValues, unknown, NewSite> {
  return ({ dayHours: _days, ...values }) => {
    const parsed = newSite.safeParse({ kind, ...wireOf(values) });
    return parsed.success
      ? { values: parsed.data, errors: {} }
      : { values: {}, errors: errorsOf(parsed.error.issues) };
  };
}

export const SITE_LABELS = {
  name: 'Name',
  address: 'Address',
  lat: 'Latitude',
  lng: 'Longitude',
  hours: 'Hours',
  dayHours: 'Hours on one day',
  acceptedWaste: 'Accepted waste',
} as const;

type Hours = DispatchSite['hours'];

/** 'Mon to Fri 7:00 AM – 5:00 PM; Sat 8:00 AM – 12:00 PM', 'Always open'. */
export function hoursText(hours: Hours): string {
  if (!hours) return 'Always open';
  const groups: { from: number; to: number; text: string }[] = [];
  for (const weekday of WEEK) {
    const day = hours[weekday];
    if (!day) continue;
    const text = `${formatTimeOfDay(day.opens)} – ${formatTimeOfDay(day.closes)}`;
    const last = groups.at(-1);
    if (last && last.text === text && WEEK.indexOf(last.to) === WEEK.indexOf(weekday) - 1) last.to = weekday;
    else groups.push({ from: weekday, to: weekday, text });
  }
  return groups
    .map(({ from, to, text }) => `${shortDay(from)}${from === to ? '' : ` to ${shortDay(to)}`} ${text}`)
    .join('; ');
}

/** Monday first. */
export const WEEK: readonly number[] = [1, 2, 3, 4, 5, 6, 0];

const shortDay = (weekday: number) => WEEKDAYS[weekday]?.slice(0, 3) ?? '';

/** A value of the call or of the form as staff read it. */
export function siteValueText(field: string, value: unknown): string {
  if (field === 'hours') return hoursText(hoursOf(value));
  if (field === 'dayHours') return daysOf(value).map(dayHoursText).join('; ') || 'none';
  if (field === 'acceptedWaste') {
    const lines = typeof value === 'string' ? linesOf(value) : (value as string[] | null | undefined);
    return lines?.join(', ') ?? 'everything';
  }
  return String(value ?? '') || 'none';
}

type SiteDay = DispatchSite['dayHours'][number];

/** 'Dec 24, 2026: 8:00 AM – 12:00 PM', 'Dec 25, 2026: closed'. */
export function dayHoursText({ day, opens, closes }: SiteDay): string {
  const hours =
    opens === null || closes === null ? 'closed' : `${formatTimeOfDay(opens)} – ${formatTimeOfDay(closes)}`;
  return `${isDay(day) ? formatDay(day) : 'No day'}: ${hours}`;
}

function daysOf(value: unknown): SiteDay[] {
  const days = (value ?? []) as SiteDay[] | OneDay[];
  const isForm = days.some((day) => 'isOpen' in day);
  return isForm ? (wireOf({ dayHours: days as OneDay[] }).dayHours as SiteDay[]) : (days as SiteDay[]);
}

function hoursOf(value: unknown): Hours {
  const isForm = typeof value === 'object' && value !== null && 'days' in value;
  if (!isForm) return (value ?? null) as Hours;
  return wireOf({ hours: value as SiteValues['hours'] }).hours as Hours;
}
