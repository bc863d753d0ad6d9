import type { PaletteMatches } from '#contract/palette.ts';
import type { SavedView } from '#contract/saved-views.ts';
import { type Capability, can, type Role } from '#domain/accounts/access.ts';
import { BOOKING_STATUS_LABELS } from '#domain/rental/bookings.ts';
import { type Day, formatDay } from '#domain/shared/days.ts';
import { formatCount } from '#domain/shared/text.ts';
import { viewPath } from '#web/kit/table/views/view-query.ts';
import { customerFullName } from '#web/kit/ui/names.ts';
import { bookingActionPath, bookingPath, DISPATCH_PATHS, PATHS } from '#web/paths.ts';

/** A line of the palette. `to`: a place; otherwise an action. */
export type PaletteItem = {
  /** Unique in the palette. */
  id: string;
  label: string;
  /** Shown after the label. */
  detail?: string;
  shortcut?: string;
  to?: string;
  /** A text that is searched instead: the palette stays open. */
  search?: string;
  /** For an action, and where `to` has days of today. */
  isNeverRecent?: boolean;
  run?: () => void;
};
export type PaletteGroup = { title: string; items: readonly PaletteItem[] };

/** `needs`: what an account must be allowed to do to see the page. */
export type PageEntry = { label: string; path: string; needs?: Capability };

/** Pages without an entry in the menu. */
const MORE_PAGES: readonly PageEntry[] = [
  { label: 'Fleet timeline', path: PATHS.adminTimeline },
  { label: 'Users', path: PATHS.adminUsers },
  { label: 'Notifications', path: PATHS.adminNotifications },
  { label: 'Reconciliation', path: PATHS.adminReconciliation },
  { label: 'Settings: business', path: PATHS.adminBusiness, needs: 'catalog:write' },
  { label: 'Settings: catalog', path: PATHS.adminCatalog, needs: 'catalog:write' },
  { label: 'Settings: prices', path: PATHS.adminPrices, needs: 'catalog:write' },
  { label: 'Settings: extras', path: PATHS.adminExtras, needs: 'catalog:write' },
  { label: 'Settings: service area', path: PATHS.adminArea, needs: 'catalog:write' },
  { label: 'Settings: tax', path: PATHS.adminTax, needs: 'catalog:write' },
  { label: 'Settings: calendar', path: PATHS.adminCalendar, needs: 'catalog:write' },
  { label: 'Settings: terms and cancellation', path: PATHS.adminPolicy, needs: 'catalog:write' },
  { label: 'Settings: trucks', path: DISPATCH_PATHS.trucks, needs: 'dispatch:write' },
  { label: 'Settings: yards and disposal sites', path: DISPATCH_PATHS.sites, needs: 'dispatch:write' },
  { label: 'From drivers', path: DISPATCH_PATHS.fromDrivers },
  { label: 'Settings: dispatch times', path: DISPATCH_PATHS.times, needs: 'dispatch:write' },
];

/** The pages that a role may see. */
export function pageItems(menu: readonly PageEntry[], role: Role): PaletteItem[] {
  return [...menu, ...MORE_PAGES]
    .filter(({ needs }) => !needs || can(role, needs))
    .map(({ label, path }) => ({ id: `page ${path}`, label, to: path }));
}

/** What a role can do on every page. */
export function actionItems(role: Role, onShowKeys: () => void): PaletteItem[] {
  const book = {
    id: 'new-booking',
    label: 'New booking',
    shortcut: 'N',
    to: PATHS.adminNewBooking,
    isNeverRecent: true,
  };
  return [
    ...(can(role, 'bookings:write') ? [book] : []),
    { id: 'keys', label: 'Keyboard shortcuts', shortcut: '?', run: onShowKeys },
  ];
}

type BookingCommand = { needs: Capability; label: (id: number) => string };

/** What can be done with a booking by its word: 'charge 36'. Its page starts it (useAskedAction). */
const BOOKING_COMMANDS: Readonly<Record<string, BookingCommand>> = {
  charge: { needs: 'payments:charge', label: (id) => `Charge booking #${id}` },
  refund: { needs: 'payments:refund', label: (id) => `Refund booking #${id}` },
  text: { needs: 'office:read', label: (id) => `Text messages of booking #${id}` },
  cancel: { needs: 'bookings:write', label: (id) => `Cancel booking #${id}` },
  extend: { needs: 'bookings:write', label: (id) => `Change the last day of booking #${id}` },
};

/** The action of a typed word and the number of a booking; without a number, on the record that is open. */
export function bookingCommands(typed: string, role: Role, record: string): PaletteItem[] {
  const [, word = '', number] = /^([a-z]+)(?:\s*#?\s*(\d{1,9}))?$/i.exec(typed.trim()) ?? [];
  const id = Number(number ?? /^Booking #(\d+)$/.exec(record)?.[1] ?? 0);
  if (word.length < 2 || id === 0) return [];
  return Object.entries(BOOKING_COMMANDS)
    .filter(([name, { needs }]) => name.startsWith(word.toLowerCase()) && can(role, needs))
    .map(([name, { label }]) => ({
      id: `do ${name} ${id}`,
      label: label(id),
      to: bookingActionPath(id, name),
      isNeverRecent: true,
    }));
}

/** A saved view. It opens the list as the view shows it today. */
export function viewItem(view: SavedView, today: Day): PaletteItem {
  const { id, list, name, isShared, isOwn, ownerName } = view;
  const by = isShared && !isOwn ? `, shared by ${ownerName}` : '';
  return {
    id: `view ${id}`,
    label: name,
    detail: `View of ${list}${by}`,
    to: viewPath(view, today),
    isNeverRecent: true,
  };
}

/** What the server found, by kind. */
export function matchGroups({ bookings, clients, units }: PaletteMatches): PaletteGroup[] {
  return [
    {
      title: 'Bookings',
      items: bookings.map((booking) => ({
        id: `booking ${booking.id}`,
        label: `#${booking.id} ${customerFullName(booking)}`,
        detail: [
          formatDay(booking.deliveryDate),
          BOOKING_STATUS_LABELS[booking.status],
          booking.phoneDisplay,
          `${booking.address}, ${booking.city}`,
        ].join(' · '),
        to: bookingPath(booking.id),
      })),
    },
    {
      title: 'Clients',
      items: clients.map((client) => ({
        id: `client ${client.key}`,
        label: customerFullName(client),
        detail: [
          client.email ?? client.phoneDisplay,
          client.totalBookings === 1 ? '1 booking' : `${formatCount(client.totalBookings)} bookings`,
        ].join(' · '),
        to: `${PATHS.adminClients}?search=${encodeURIComponent(client.key)}`,
      })),
    },
    {
      title: 'Units',
      items: units.map(({ id, dumpsterNumber, dumpsterType, isAvailable }) => ({
        id: `unit ${id}`,
        label: dumpsterNumber,
        detail: isAvailable ? dumpsterType : `${dumpsterType} · out of service`,
        to: `${PATHS.adminInventory}?search=${encodeURIComponent(dumpsterNumber)}`,
      })),
    },
  ];
}

/** The items whose label contains every word of the text. */
export function filterItems(items: readonly PaletteItem[], text: string): PaletteItem[] {
  const words = text.toLowerCase().split(/\s+/);
  return items.filter(({ label }) => words.every((word) => label.toLowerCase().includes(word)));
}
