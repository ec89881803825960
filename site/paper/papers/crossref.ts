import { z } from 'zod'
import { type Doi, parseDoi } from '../../kit/doi/index.ts'
import type { OutsideService } from '../../kit/outside/index.ts'
import type { ToldReferences } from '../citations/index.ts'
import {
  crossrefIsoDate,
  crossrefUpdateFields,
  crossrefDate as date,
  crossrefText as text,
  updatesInWork,
} from '../known/index.ts'
import { plainText } from '../works-index/index.ts'
import { type FactsAnswer, orcidIn, trimmed } from './facts.ts'
import { type AskForFacts, jsonOf } from './open-alex.ts'
import { abstractOf, noDetails, type RecordDetails } from './record-details.ts'
import type { PaperVersion, VersionKind } from './versions.ts'

type Options = { service: OutsideService; url: string; mailto: string | undefined; now: () => number }

const unavailable: FactsAnswer = { kind: 'unavailable', silent: ['Crossref'] }

/** Crossref's record of a paper: `GET /works/{doi}` (CONVENTIONS 2.3). */
export const askCrossref =
  ({ service, url, mailto, now }: Options): AskForFacts =>
  async (doi, patience) => {
    const target = new URL(`${url}/works/${encodeURIComponent(doi)}`)
    if (mailto !== undefined) target.searchParams.set('mailto', mailto)
    const answer = await service.get(target, patience)
    if (answer.kind !== 'answer') return unavailable
    if (answer.status === 404 || answer.status === 410) return { kind: 'not-found', updates: 'unknown' }
    return answer.status === 200 ? readWork(answer.body, doi, now()) : unavailable
  }

// Everything may be null or missing, and a field of the wrong type is as good as missing.
const texts = z.array(text).nullish().catch(null)
const list = <Item extends z.ZodType>(item: Item) => z.array(item.nullish().catch(null)).nullish().catch(null)
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
  abstract: text,
  reference: list(z.object({ DOI: text })),
  license: list(z.object({ URL: text })),
  'is-referenced-by-count': z.number().int().nonnegative().nullish().catch(null),
  relation: z
    .record(z.string(), list(z.object({ 'id-type': text, id: text })))
    .nullish()
    .catch(null),
  ...crossrefUpdateFields,
})
const bodySchema = z.object({ message: messageSchema })

const readWork = (body: string, doi: Doi, now: number): FactsAnswer => {
  const message = bodySchema.safeParse(jsonOf(body)).data?.message
  if (message === undefined) return unavailable
  // Facts of another DOI, even of one that replaced this one, are not this paper's.
  if (message.DOI != null && parseDoi(message.DOI) !== doi) return { kind: 'not-found' }
  const plain = (value: string | null | undefined) => (value == null ? null : plainText(value) || null)
  const title = plain(message.title?.find(value => value != null))
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
      year: datesOf(message).find(value => value?.['date-parts']?.[0]?.[0] != null)?.['date-parts']?.[0]?.[0] ?? null,
      type: message.type ?? null,
      retracted: message['updated-by']?.some(update => update?.type === 'retraction') || null,
      details: detailsOf(message),
      source: 'crossref',
      fetchedAt: now,
    }),
    updates: updatesInWork(message, doi, title),
    versions: { source: 'crossref', versions: versionsIn(message.relation ?? {}) },
    references: referencesOf(message),
  }
}

/** Publication dates of a work, best first. */
const datesOf = (message: z.infer<typeof messageSchema>) => [
  message.published,
  message.issued,
  message['published-print'],
  message['published-online'],
  message.posted,
]

const referencesOf = (message: z.infer<typeof messageSchema>): ToldReferences => ({
  source: 'crossref',
  cited: { dois: (message.reference ?? []).map(one => parseDoi(one?.DOI ?? '')).filter(doi => doi !== null) },
  published:
    datesOf(message)
      .map(crossrefIsoDate)
      .find(day => day !== null) ?? null,
})

const detailsOf = (message: z.infer<typeof messageSchema>): RecordDetails => {
  const licence = message.license?.map(one => one?.URL ?? '').find(url => url.includes('creativecommons.org')) ?? null
  return {
    ...noDetails,
    abstract: abstractOf(message.abstract ?? null, licence),
    citedBy: message['is-referenced-by-count'] ?? null,
  }
}

/** Crossref's relation types between versions. */
const kindOfRelation: Readonly<Record<string, VersionKind>> = {
  'has-preprint': 'preprint',
  'is-preprint-of': 'article',
  'is-version-of': 'version',
  'has-version': 'version',
  'is-identical-to': 'version',
  'is-same-as': 'version',
  'is-variant-form-of': 'version',
  'is-original-form-of': 'version',
  'is-manuscript-of': 'article',
  'has-manuscript': 'preprint',
}

type Relations = NonNullable<z.infer<typeof messageSchema>['relation']>

const versionsIn = (relations: Relations): PaperVersion[] =>
  Object.entries(relations).flatMap(([name, others]) =>
    (others ?? []).flatMap(other => {
      const kind = Object.hasOwn(kindOfRelation, name) ? kindOfRelation[name] : undefined
      const doi = other?.id == null || other['id-type'] !== 'doi' ? null : parseDoi(other.id)
      return kind === undefined || doi === null ? [] : [{ doi, kind }]
    }),
  )
