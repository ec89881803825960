import { z } from 'zod'
import { type Doi, parseDoi } from '../doi/index.ts'
import type { ToldUpdate } from '../known/index.ts'
import type { OutsideService } from '../outside/index.ts'
import { plainText } from '../works-index/index.ts'
import { type FactsAnswer, orcidIn, trimmed } from './facts.ts'
import { type AskForFacts, jsonOf } from './open-alex.ts'

type Options = { service: OutsideService; url: string; mailto: string | undefined; now: () => number }

/** Crossref's record of a paper: `GET /works/{doi}` (CONVENTIONS 2.3). */
export const askCrossref =
  ({ service, url, mailto, now }: Options): AskForFacts =>
  async (doi, patience) => {
    const target = new URL(`${url}/works/${encodeURIComponent(doi)}`)
    if (mailto !== undefined) target.searchParams.set('mailto', mailto)
    const answer = await service.get(target, patience)
    if (answer.kind !== 'answer') return { kind: 'unavailable' }
    if (answer.status === 404 || answer.status === 410) return { kind: 'not-found' }
    return answer.status === 200 ? readWork(answer.body, doi, now()) : { kind: 'unavailable' }
  }

// Everything may be null or missing, and a field of the wrong type is as good as missing.
const text = z.string().nullish().catch(null)
const texts = z.array(text).nullish().catch(null)
const date = z
  .object({
    'date-parts': z
      .array(z.array(z.number().int().nullish().catch(null)).nullish().catch(null))
      .nullish()
      .catch(null),
  })
  .nullish()
  .catch(null)
const list = <Item extends z.ZodType>(item: Item) => z.array(item.nullish().catch(null)).nullish().catch(null)
const updateSchema = z.object({ DOI: text, type: text, label: text, source: text, updated: date })
const messageSchema = z.object({
  DOI: text,
  title: texts,
  author: list(z.object({ given: text, family: text, name: text, ORCID: text })),
  'container-title': texts,
  'group-title': text,
  institution: list(z.object({ name: text })),
  published: date,
  issued: date,
  'published-print': date,
  'published-online': date,
  posted: date,
  type: text,
  'updated-by': list(updateSchema),
  'update-to': list(updateSchema),
})
const bodySchema = z.object({ message: messageSchema })

const readWork = (body: string, doi: Doi, now: number): FactsAnswer => {
  const message = bodySchema.safeParse(jsonOf(body)).data?.message
  if (message === undefined) return { kind: 'unavailable' }
  // Facts of another DOI, even of one that replaced this one, are not this paper's.
  if (message.DOI != null && parseDoi(message.DOI) !== doi) return { kind: 'not-found' }
  const plain = (value: string | null | undefined) => (value == null ? null : plainText(value) || null)
  const title = plain(message.title?.find(value => value != null))
  const updatedBy = message['updated-by'] ?? []
  return {
    kind: 'found',
    facts: trimmed({
      doi,
      title,
      authors: (message.author ?? []).flatMap(author => {
        const name = plain([author?.given, author?.family].filter(part => part != null).join(' ') || author?.name)
        return name === null ? [] : [{ name, orcid: orcidIn(author?.ORCID ?? null) }]
      }),
      authorsTruncated: false,
      journal: plain(message['container-title']?.find(value => value != null) ?? message.institution?.[0]?.name),
      year:
        [message.published, message.issued, message['published-print'], message['published-online'], message.posted]
          .map(value => value?.['date-parts']?.[0]?.[0] ?? null)
          .find(year => year !== null) ?? null,
      type: message.type ?? null,
      retracted: updatedBy.some(update => update?.type === 'retraction') || null,
      source: 'crossref',
      fetchedAt: now,
    }),
    updates: [
      ...updatedBy.flatMap(update => told(update, doi, parseDoi(update?.DOI ?? ''), null)),
      ...(message['update-to'] ?? []).flatMap(update => told(update, parseDoi(update?.DOI ?? ''), doi, title)),
    ],
  }
}

const told = (
  update: z.infer<typeof updateSchema> | null | undefined,
  doi: Doi | null,
  noticeDoi: Doi | null,
  title: string | null,
): ToldUpdate[] => {
  if (update == null || doi === null || !update.type) return []
  return [
    {
      doi,
      type: update.type.slice(0, 60),
      noticeDoi,
      date: isoDate(update.updated?.['date-parts']?.[0] ?? []),
      retracted: false,
      journal: null,
      publisher: null,
      title,
      source: update.source === 'retraction-watch' ? 'retraction-watch' : 'publisher',
    },
  ]
}

/** Crossref's `[2019, 4, 30]`, of which the month and the day may be missing. */
const isoDate = ([year, month, day]: readonly (number | null | undefined)[]): string | null => {
  if (year == null || year < 1000 || year > 2200) return null
  const two = (number: number) => String(number).padStart(2, '0')
  if (month == null || month < 1 || month > 12) return String(year)
  if (day == null || day < 1 || day > 31) return `${year}-${two(month)}`
  return `${year}-${two(month)}-${two(day)}`
}
