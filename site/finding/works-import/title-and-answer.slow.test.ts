import { existsSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { Readable } from 'node:stream'
import { beforeAll, describe, expect, test } from 'vitest'
import { parseReplication, parseUpdate, readCsv } from '../../paper/event-files/index.ts'
import {
  mergeEvidence,
  type ReplicationEntry,
  type Status,
  statusMark,
  statusOf,
  statusWords,
  type UpdateEntry,
} from '../../paper/known/index.ts'
import { readableTitle } from '../../paper/titles/readable-title.ts'
import { titleClaim } from '../../paper/titles/title-claim.ts'
import { parseWorkLine } from './parse-block.ts'
import { readBytes } from './read-bytes.ts'

const data = new URL('../../../../shared/data/', import.meta.url).pathname
const missing = !existsSync(`${data}works-multi.jsonl.zst`)

type Told = { updates: UpdateEntry[]; replications: ReplicationEntry[] }
const told = new Map<string, Told>()
const facts = new Map<string, { title: string | null; year: number | null; retracted: boolean | null }>()
/** Rows of each file in their own terms, read without the code under test. */
const deposited: [doi: string, notice: string][] = []
const listed = {
  retracted: new Set<string>(),
  concern: new Set<string>(),
  repeated: new Set<string>(),
  watched: [] as string[],
}

/** Every title that has a sign of TeX, or an amount of dollars. */
const withSigns: string[] = []

const of = (doi: string): Told => {
  const known = told.get(doi) ?? { updates: [], replications: [] }
  told.set(doi, known)
  return known
}
const put = (entry: UpdateEntry) => {
  for (const doi of new Set([entry.doi, entry.noticeDoi])) if (doi !== null) of(doi).updates.push(entry)
}
const rows = async function* (file: string) {
  const { chunks } = await readBytes(`${data}${file}`)
  for await (const { record } of readCsv(chunks, () => {})) yield record
}
const plainDoi = (text: string | undefined): string => (text ?? '').trim().toLowerCase()

const readUpdates = async () => {
  for await (const record of rows('updates.csv.gz')) {
    const parsed = parseUpdate(record)
    if (parsed.kind === 'row') put({ ...parsed.row, source: 'crossref' })
    if (record.update_type === 'retraction') deposited.push([plainDoi(record.doi), plainDoi(record.update_doi)])
  }
}
const readRetractions = async () => {
  const types: Record<string, string> = { Retraction: 'retraction', 'Expression of concern': 'expression-of-concern' }
  for await (const { doi, notice_doi, nature } of rows('retractions-2026.csv.gz')) {
    const kind = nature === 'Retraction' ? listed.retracted : listed.concern
    kind.add(plainDoi(doi))
    listed.watched.push(`${plainDoi(doi)} ${plainDoi(notice_doi)}`)
    const noticeDoi = plainDoi(notice_doi) || null
    put({
      doi: plainDoi(doi),
      noticeDoi,
      type: types[nature ?? ''] ?? '',
      date: null,
      retracted: false,
      title: null,
      source: 'retraction-watch',
    })
  }
}
const readReplications = async () => {
  for await (const record of rows('replications.csv')) {
    const parsed = parseReplication(record)
    if (parsed.kind !== 'row') continue
    const entry = { ...parsed.row, replicationUrl: parsed.row.replicationUrl ?? null, source: 'forrt' as const }
    for (const doi of new Set([entry.originalDoi, entry.replicationDoi]))
      if (doi !== null) of(doi).replications.push(entry)
    if (parsed.row.replicationDoi !== parsed.row.originalDoi) listed.repeated.add(parsed.row.originalDoi)
  }
}
const wordsOfNotices = /retract|withdraw|remov|errat|corrig|correction|concern|publisher/i
const readWorks = async (file: string) => {
  const { chunks } = await readBytes(`${data}${file}`)
  for await (const line of createInterface({ input: Readable.from(chunks) })) {
    const spelled = /"title": *("(?:[^"\\]|\\.)*")/.exec(line)?.[1]
    if (spelled !== undefined && /[$\\]/.test(spelled)) withSigns.push(JSON.parse(spelled) as string)
    // Nearly all of arXiv's half a million works have neither a word of a notice nor an entry: not worth parsing.
    if (file.includes('arxiv') && !wordsOfNotices.test(line)) continue
    // Meaningless titles of papers without events have no status to compare.
    const parsed = parseWorkLine(line, 'import')
    if (parsed.kind !== 'work' || facts.has(parsed.work.doi)) continue
    const { doi, title, year, retracted } = parsed.work
    if (told.has(doi) || titleClaim(title) !== null || retracted === true) facts.set(doi, { title, year, retracted })
  }
}

const statusOfDoi = (doi: string): Status => {
  const paper = facts.get(doi)
  const evidence = {
    doi: doi as Parameters<typeof mergeEvidence>[0]['doi'],
    title: paper?.title ?? null,
    titleFrom: 'OpenAlex',
    year: paper?.year ?? null,
    retractedBy: paper?.retracted === true ? 'OpenAlex' : null,
    ...(told.get(doi) ?? { updates: [], replications: [] }),
    lookUp: (other: string) => facts.get(other) ?? null,
    aboutTitled: () => null,
  }
  return statusOf(mergeEvidence(evidence), evidence)
}

const gone: readonly Status['kind'][] = ['retracted', 'republished', 'partly-retracted', 'withdrawn']

describe.skipIf(missing)(
  `titles and statuses in all of the real data${missing ? ' (skipped: ../shared/data is missing)' : ''}`,
  { timeout: 300_000 },
  () => {
    beforeAll(async () => {
      await readUpdates()
      await readRetractions()
      await readReplications()
      for (const name of ['works-openalex-raw', 'works-multi', 'works-arxiv']) await readWorks(`${name}.jsonl.zst`)
    })

    test('every title states its status', () => {
      const disagreeing: string[] = []
      let claims = 0
      for (const [doi, { title }] of facts) {
        const claim = titleClaim(title)
        if (claim === null) continue
        claims += 1
        const { kind } = statusOfDoi(doi)
        const agrees =
          claim.says === 'notice' ? kind === 'notice' || gone.includes(kind) || kind === 'concern' : gone.includes(kind)
        if (!agrees) disagreeing.push(`${doi} ${kind}: ${title}`)
      }
      expect(disagreeing).toEqual([])
      expect(claims).toBeGreaterThan(150)
    })

    test('every paper with a retraction row is labeled as retracted', () => {
      // Some notices were deposited the wrong way round as well; Retraction Watch’s rows are people’s work.
      const pairs = new Set(deposited.map(([doi, notice]) => `${notice} ${doi}`))
      const watched = new Set(listed.watched)
      for (const [doi, notice] of deposited)
        if (!pairs.has(`${doi} ${notice}`) && !watched.has(`${notice} ${doi}`)) listed.retracted.add(doi)
      const without = [...listed.retracted].filter(doi => {
        const { updates } = told.get(doi) ?? { updates: [] }
        // Rows omitted from the import have no status.
        return updates.length > 0 && !gone.includes(statusOfDoi(doi).kind)
      })
      expect(without.map(doi => `${doi} ${statusOfDoi(doi).kind}`)).toEqual([])
      expect(listed.retracted.size).toBeGreaterThan(59_000)
    })

    test('every expression of concern and replication has its label or a more severe one', () => {
      const weaker = [...listed.concern].filter(doi => ![...gone, 'concern'].includes(statusOfDoi(doi).kind))
      expect(weaker).toEqual([])
      const silent = [...listed.repeated].filter(doi => statusMark(statusOfDoi(doi)) === null)
      expect(silent).toEqual([])
      expect(listed.repeated.size).toBeGreaterThan(1_500)
    })

    test('every status reads as a proper sentence', () => {
      for (const doi of told.keys()) {
        const { headline } = statusWords(statusOfDoi(doi))
        if (!/^[A-Z][\w ,:’()]*$/.test(headline)) throw new Error(`${doi}: ${headline}`)
      }
    })

    test('cleaning TeX in titles never makes them worse and leaves almost none', () => {
      const signs = (text: string) => text.replace(/[^\\$]/g, '').length
      /** Returns the prose words of a title, without commands and accents. */
      const prose = (title: string) => title.replace(/\\\W ?|\\[a-z]+|[{}]/gi, '|').match(/[a-z]{7,}/gi) ?? []
      const worse: string[] = []
      let left = 0
      for (const title of withSigns) {
        const read = readableTitle(title)
        if (read.includes('\\')) left += 1
        const bare = read.normalize('NFD').replace(/\p{M}/gu, '')
        let at = 0
        for (const word of prose(title)) at = at < 0 ? at : bare.indexOf(word, at)
        if (at < 0 || read.trim() === '' || signs(read) > signs(title)) worse.push(`${title} → ${read}`)
      }
      expect(worse).toEqual([])
      expect(withSigns.length).toBeGreaterThan(30_000)
      expect(left).toBeLessThan(20)
    })
  },
)
