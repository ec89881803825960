import { z } from 'zod'
import { type Doi, parseDoi } from '../../kit/doi/index.ts'
import { plainText } from '../works-index/index.ts'
import type { SourcedUpdate } from './known-store.ts'

/** A text in a record of Crossref's. It may be null or missing, as any field may; one of the wrong type is as good as missing. */
export const crossrefText = z.string().nullish().catch(null)
/** A date in such a record, of which only the year may be there. */
export const crossrefDate = z
  .object({
    'date-parts': z
      .array(z.array(z.number().int().nullish().catch(null)).nullish().catch(null))
      .nullish()
      .catch(null),
  })
  .nullish()
  .catch(null)
const update = z.object({
  DOI: crossrefText,
  type: crossrefText,
  label: crossrefText,
  source: crossrefText,
  updated: crossrefDate,
})
const updates = z.array(update.nullish().catch(null)).nullish().catch(null)

/** Update fields of a Crossref work (CONVENTIONS 2.3), for use in a larger schema. */
export const crossrefUpdateFields = { 'updated-by': updates, 'update-to': updates }

type Told = { [Field in keyof typeof crossrefUpdateFields]?: z.infer<typeof updates> }

/** Extracts updates from a Crossref work: those to itself and, for a notice titled `title`, those to others. */
export const updatesInWork = (work: Told, doi: Doi, title: string | null): SourcedUpdate[] => [
  ...(work['updated-by'] ?? []).flatMap(one => told(one, doi, parseDoi(one?.DOI ?? ''), null)),
  ...(work['update-to'] ?? []).flatMap(one => told(one, parseDoi(one?.DOI ?? ''), doi, title)),
]

const told = (
  one: z.infer<typeof update> | null | undefined,
  doi: Doi | null,
  noticeDoi: Doi | null,
  title: string | null,
): SourcedUpdate[] => {
  if (one == null || doi === null || !one.type) return []
  return [
    {
      doi,
      type: one.type.slice(0, 60),
      noticeDoi,
      date: crossrefIsoDate(one.updated),
      retracted: false,
      journal: null,
      publisher: null,
      title,
      source: one.source === 'retraction-watch' ? 'retraction-watch' : 'publisher',
    },
  ]
}

/** Crossref's `[2019, 4, 30]`, of which the month and the day may be missing, as ISO 8601; null when it gives no year. */
export const crossrefIsoDate = (date: z.infer<typeof crossrefDate>): string | null => {
  const [year, month, day] = date?.['date-parts']?.[0] ?? []
  if (year == null || year < 1000 || year > 2200) return null
  const two = (number: number) => String(number).padStart(2, '0')
  if (month == null || month < 1 || month > 12) return String(year)
  if (day == null || day < 1 || day > 31) return `${year}-${two(month)}`
  return `${year}-${two(month)}-${two(day)}`
}

const workSchema = z.object({
  DOI: crossrefText,
  title: z.array(crossrefText).nullish().catch(null),
  ...crossrefUpdateFields,
})

/** Parses a single Crossref work: its DOI and updates; null if invalid. */
export const readCrossrefWork = (json: unknown): { doi: Doi; updates: SourcedUpdate[] } | null => {
  const work = workSchema.safeParse(json).data
  const doi = work?.DOI == null ? null : parseDoi(work.DOI)
  if (work === undefined || doi === null) return null
  const title = work.title?.find(one => one != null) ?? null
  return { doi, updates: updatesInWork(work, doi, title === null ? null : plainText(title) || null) }
}
