import * as z from 'zod/mini';
import { type RateCard, TAX_CATEGORIES } from '#domain/catalog/rate-card.ts';
import { endpoint } from './endpoint.ts';
import { cents, instant } from './fields.ts';
import { publicItem, publicPolicy, publicRate } from './prices.ts';

/**
 * The catalog as customers get it. Apart from catalog.ts, because the public page loads it: these schemas check the
 * shape only, and a page that is open while a release adds a field ignores that field.
 */

const text = z.string();
const pounds = z.int();

const sections = {
  rentalOptions: z.array(
    z.object({
      id: text,
      title: text,
      label: text,
      days: z.int(),
      features: z.array(text),
      isActive: z.boolean(),
    }),
  ),
  dumpsterSizes: z.array(
    z.object({
      id: text,
      name: text,
      yards: z.int(),
      lengthIn: z.int(),
      widthIn: z.int(),
      heightIn: z.int(),
      bestFor: text,
      isActive: z.boolean(),
    }),
  ),
  materials: z.array(
    z.object({
      id: text,
      name: text,
      includes: text,
      excludes: text,
      densityLow: z.int(),
      densityHigh: z.int(),
      fillLine: z.nullable(text),
      sizes: z.nullable(z.array(text)),
      isActive: z.boolean(),
    }),
  ),
  projectPresets: z.array(
    z.object({
      id: text,
      kind: z.enum(['project', 'item']),
      name: text,
      material: text,
      size: z.nullable(text),
      volumeLow: z.int(),
      volumeHigh: z.int(),
      weightLow: pounds,
      weightHigh: pounds,
    }),
  ),
  rates: z.array(publicRate),
  chargeItems: z.array(publicItem),
  area: z.object({
    mode: z.enum(['everywhere', 'listed']),
    zones: z.array(
      z.object({
        id: text,
        name: text,
        surcharge: cents,
        streetRule: z.nullable(
          z.object({
            permitBy: z.enum(['customer', 'business']),
            leadDays: z.int(),
            feeItem: z.nullable(text),
            text,
          }),
        ),
      }),
    ),
  }),
  taxRules: z.array(
    z.object({
      id: text,
      name: text,
      state: z.nullable(text),
      zips: z.nullable(text),
      rateMillionths: z.int(),
      appliesTo: z.array(z.enum(TAX_CATEGORIES)),
    }),
  ),
  calendar: z.object({
    deliveryWeekdays: z.array(z.int()),
    leadDays: z.int(),
    sameDayCutoff: z.nullable(text),
    maxTruckMovesPerDay: z.nullable(z.int()),
    horizonDays: z.int(),
  }),
  policy: publicPolicy,
} satisfies { [S in keyof RateCard]: z.ZodMiniType<RateCard[S]> };

/**
 * The published rate card with its offered entries only, and what customers see of the business. `version` is the
 * rateCardId of a booking; it grows with every publication.
 */
export const publicCatalog = z.object({
  version: z.int(),
  publishedAt: instant,
  /** The time zone of the business: its calendar's days and cut-off times. */
  timeZone: text,
  ...sections,
  termsVersion: text,
  business: z.object({
    name: text,
    phone: text,
    email: text,
    openingHours: text,
    creditName: text,
    creditUrl: text,
    /** The name of the accent colour. */
    accent: text,
    logoUrl: z.nullable(text),
    /** The sites that may show the public page in a frame. */
    frameOrigins: z.array(text),
  }),
  /** Whether customers can ask for text messages. Absent: they cannot. */
  offersTexts: z.optional(z.boolean()),
  /** While booking is paused, no new booking is accepted; the text says why. */
  pause: z.object({ isPaused: z.boolean(), text }),
});
export type PublicCatalog = z.output<typeof publicCatalog>;

export const getCatalog = endpoint({
  name: 'getCatalog',
  method: 'GET',
  path: '/api/catalog',
  access: 'public',
  reply: publicCatalog,
  cache: 'public-advice',
});
