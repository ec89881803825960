import type { Logger } from '@corroborate/server-kit/logging'
import { z } from 'zod'
import { type Doi, parseDoi } from '../../kit/doi/index.ts'
import { createOutsideService, type OutsideService } from '../../kit/outside/index.ts'
import type { SourceReferences } from '../citations/index.ts'
import {
  type CrossrefState,
  crossrefIsoDate,
  crossrefUpdateFields,
  crossrefDate as date,
  crossrefText as text,
  updatesInWork,
} from '../known/index.ts'
import { plainText } from '../works-index/index.ts'
import { type FactsAnswer, orcidIn, trimmed } from './facts-store.ts'
import { type FetchMetadata, fetchFromOpenAlex, jsonOf } from './open-alex.ts'
import { abstractOf, noDetails, type RecordDetails } from './record-details.ts'
import type { PaperVersion, VersionKind } from './versions.ts'

type Options = { service: OutsideService; url: string; mailto: string | undefined; now: () => number }

const unavailable: FactsAnswer = { kind: 'unavailable', silent: ['Crossref'] }

/** Crossref's record of a paper: `GET /works/{doi}` (CONVENTIONS 2.3). */
export const fetchFromCrossref =
  ({ service, url, mailto, now }: Options): FetchMetadata =>
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

const referencesOf = (message: z.infer<typeof messageSchema>): SourceReferences => ({
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

export type ServicesOptions = {
  /** Null switches the service off. */
  openAlex: { url: string; apiKey: string | undefined } | null
  crossref: { url: string } | null
  /** Site URL and contact address, which services ask clients to send. */
  origin: string
  contact: string | undefined
  logger: Pick<Logger, 'info'>
  now: () => number
}

/** The services outside that know papers. Those that are switched off are null. */
export type Services = {
  openAlex: FetchMetadata | null
  crossref: FetchMetadata | null
  /** True if any of them is available now. */
  isAnyReachable: () => boolean
  crossrefState: () => CrossrefState
}

export const openServices = ({ openAlex, crossref, origin, contact, logger, now }: ServicesOptions): Services => {
  const userAgent = `Corroborate (${origin}${contact === undefined ? '' : `; mailto:${contact}`})`
  const onChange = (sentence: string) => logger.info(sentence)
  const service = (name: string) => createOutsideService({ name, userAgent, now, onChange })
  const openAlexService = openAlex && service('OpenAlex')
  const crossrefService = crossref && service('Crossref')
  return {
    openAlex: openAlex && openAlexService && fetchFromOpenAlex({ ...openAlex, service: openAlexService, now }),
    crossref:
      crossref && crossrefService && fetchFromCrossref({ ...crossref, service: crossrefService, mailto: contact, now }),
    isAnyReachable: () => [openAlexService, crossrefService].some(each => each?.isReachable() ?? false),
    crossrefState: () => stateOf(crossrefService),
  }
}

const stateOf = (service: Pick<OutsideService, 'isReachable'> | null): CrossrefState => {
  if (service === null) return 'off'
  return service.isReachable() ? 'reachable' : 'silent'
}
