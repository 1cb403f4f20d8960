import { z } from 'zod';
import { deckTargetSchema } from './decks.ts';
import { idSchema } from './ids.ts';
import {
  EMAIL_MAX,
  VISIT_ITEM_MINUTES_MAX,
  VISIT_ITEMS_MAX,
  VISIT_NAME_MAX,
  VISIT_REFERRER_MAX,
  VISIT_SUMMARY_DAYS_MAX,
} from './limits.ts';
import { linkTargetSchema } from './links.ts';
import { pageOf, pageQuery } from './pagination.ts';
import { emailSchema } from './people.ts';
import { sharedTargetSchema } from './shared-decks.ts';
import { lineSchema, textSchema } from './text.ts';
import { timestampSchema } from './time.ts';

export const visitDeviceSchema = z
  .enum(['phone', 'tablet', 'computer'])
  .meta({ id: 'VisitDevice', description: 'What kind of device the visitor used, as far as the browser says.' });
export type VisitDevice = z.infer<typeof visitDeviceSchema>;

const slideIndex = z.int().min(0).meta({ description: 'The position of the slide in the deck, counted from 0.' });
const milliseconds = z.int().min(0);

export const slideTimeSchema = z
  .object({ index: slideIndex, milliseconds: milliseconds.meta({ description: 'How long it was looked at.' }) })
  .meta({ id: 'SlideTime', description: 'How long a visitor looked at a slide.' });
export type SlideTime = z.infer<typeof slideTimeSchema>;

export const visitStartSchema = sharedTargetSchema.extend({
  referrer: textSchema(VISIT_REFERRER_MAX)
    .optional()
    .meta({ description: 'The address of the page from which the visitor came. Only its host is stored.' }),
  name: lineSchema(VISIT_NAME_MAX).optional().meta({ description: 'The name. Required if the link asks for one.' }),
  email: emailSchema.optional().meta({ description: 'The email address. Required if the link asks for one.' }),
});
export type VisitStart = Omit<z.infer<typeof visitStartSchema>, 'token'>;
export const newVisitSchema = z
  .object({ visitId: z.string().meta({ description: 'The id of the visit, for its reports.' }) })
  .meta({ id: 'NewVisit', description: 'A visit that has begun.' });
export type NewVisit = z.infer<typeof newVisitSchema>;

const MINUTE_MILLISECONDS = 60_000;
export const visitReportSchema = sharedTargetSchema.extend({
  visitId: idSchema.meta({ description: 'The id of the visit.' }),
  slides: z
    .array(
      z
        .object({
          index: slideIndex,
          milliseconds: milliseconds
            .max(VISIT_ITEM_MINUTES_MAX * MINUTE_MILLISECONDS)
            .meta({ description: 'How long it was looked at since the last report.' }),
        })
        .meta({ id: 'SlideTimeReport', description: 'How long a visitor has looked at a slide since the last report.' }),
    )
    .max(VISIT_ITEMS_MAX)
    .meta({ description: 'The slides in the order in which they were looked at.' }),
});

export const visitSchema = z
  .object({
    id: z.string().meta({ description: 'The id of the visit.' }),
    linkId: z.string().meta({ description: 'The id of the link.' }),
    startedAt: timestampSchema.meta({ description: 'When the visit began.' }),
    lastSeenAt: timestampSchema.meta({ description: 'When the page of the visitor last reported something.' }),
    durationMs: milliseconds.meta({ description: 'How long the visitor looked at slides.' }),
    slides: z.array(slideTimeSchema).meta({ description: 'The slides that were seen, by index.' }),
    completion: z.number().min(0).max(1).meta({ description: 'The share of the slides that were seen.' }),
    name: z.string().max(VISIT_NAME_MAX).nullable().meta({ description: 'The name that the visitor gave. Null: none.' }),
    email: z.string().max(EMAIL_MAX).nullable().meta({ description: 'The email address that the visitor gave. Null: none.' }),
    referrerHost: z.string().nullable().meta({ description: 'The host of the page from which the visitor came. Null: unknown.' }),
    device: visitDeviceSchema,
    versionId: z.string().meta({ description: 'The version that was shown when the visit began.' }),
  })
  .meta({ id: 'Visit', description: 'A visit through a link. What visitors say about themselves is not verified.' });
export type Visit = z.infer<typeof visitSchema>;

export const visitListQuery = linkTargetSchema.extend(pageQuery);
export const visitListSchema = pageOf(visitSchema, 'VisitPage', 'One page of visits.');

const daySchema = z.iso
  .date({ error: 'This field must be a date such as 2026-01-31.' })
  // The database has no year 0.
  .refine((day) => day >= '0001', 'This field must be a date such as 2026-01-31.')
  .meta({ override: { type: 'string', format: 'date' }, examples: ['2026-01-31'] });
export const visitSummaryQuery = deckTargetSchema.extend({
  from: daySchema.optional().meta({ description: 'The first day, in UTC. Default: 29 days before the last one.' }),
  to: daySchema.optional().meta({ description: `The last day, in UTC. Default: today. At most ${VISIT_SUMMARY_DAYS_MAX} days.` }),
  linkId: idSchema.optional().meta({ description: 'Only visits through this link.' }),
});
export type VisitSummaryWish = Omit<z.infer<typeof visitSummaryQuery>, 'id'>;

const count = z.int().min(0);
const visits = count.meta({ description: 'The number of visits.' });
const visitors = count.meta({ description: 'The number of visitors. Someone who comes on two days is counted on both.' });

export const visitSummarySchema = z
  .object({
    visits,
    visitors,
    medianDurationMs: milliseconds.meta({ description: 'The median of the durations. Of many visits, it is an estimate.' }),
    completion: z.number().min(0).max(1).meta({ description: 'The mean share of the slides that visitors saw.' }),
    byDay: z
      .array(
        z
          .object({
            date: z.iso.date().meta({ override: { type: 'string', format: 'date' }, description: 'The day, in UTC.' }),
            visits,
            visitors,
          })
          .meta({ id: 'VisitsOfDay', description: 'The visits that began on a day.' }),
      )
      .meta({ description: 'All days in their order, also those without visits.' }),
    bySlide: z
      .array(
        z
          .object({
            index: slideIndex,
            views: count.meta({ description: 'The number of visits that saw the slide.' }),
            medianMs: milliseconds.meta({
              description: 'The median of the time that they looked at it. Of many visits, it is an estimate.',
            }),
            exits: count.meta({ description: 'The number of visits whose last report it was.' }),
          })
          .meta({ id: 'VisitsOfSlide', description: 'The visits of a slide.' }),
      )
      .meta({ description: 'The slides that were seen, by index.' }),
    byReferrer: z
      .array(
        z
          .object({ host: z.string().meta({ description: 'The host.' }), visits })
          .meta({ id: 'VisitsOfReferrer', description: 'The visits that came from a host.' }),
      )
      .meta({ description: 'The hosts from which most visits came, at most 100.' }),
    byLink: z
      .array(
        z
          .object({
            linkId: z.string().meta({ description: 'The id of the link.' }),
            name: z.string().nullable().meta({ description: 'The name of the link.' }),
            visits,
          })
          .meta({ id: 'VisitsOfLink', description: 'The visits through a link.' }),
      )
      .meta({ description: 'The links with visits, those with most visits first.' }),
  })
  .meta({ id: 'VisitSummary', description: 'The visits of a deck in a range of days.' });
export type VisitSummary = z.infer<typeof visitSummarySchema>;

/** Who is looking now, for the page of visits. */
export const lookingNowQuery = deckTargetSchema.extend({ linkId: idSchema.optional() });
export const lookingNowSchema = z.object({ visits: count });
