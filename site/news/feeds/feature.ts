import { hash } from 'node:crypto'
import { type MayBeOld, readAppliedMigrations } from '@corroborate/server-kit/database'
import { addressOf, type HttpContext, HttpProblem } from '@corroborate/server-kit/http'
import type { Limits } from '@corroborate/server-kit/limits'
import type { Kysely } from 'kysely'
import { doiFromText, paths, rawRequestTarget } from '../../kit/doi/index.ts'
import { defineFeature, type Handler, type NoJobs } from '../../kit/feature/index.ts'
import { cacheKeys } from '../../kit/shared-caches/note-change.ts'
import {
  type ActivityTables,
  activityReader,
  isSelection,
  type ListedActivity,
  selections,
} from '../../paper/activity/index.ts'
import type { ReadSummaries, WithPapers } from '../../paper/papers/index.ts'
import { readPersonalFeed, type WatchTables } from '../watches/index.ts'
import { type Feed, writeAtom } from './atom.ts'

type Tables = WatchTables & ActivityTables

export type FeedOptions = {
  db: Kysely<Tables>
  mayBeOld: MayBeOld<Tables>
  summaries: ReadSummaries
  limits: Pick<Limits<'feed'>, 'require'>
  origin: string
}

const entriesShown = 50
/** Returns the start of the activity list in epoch ms: the updated time of an empty feed. */
const readBeginning = async (db: Kysely<Tables>): Promise<number> => {
  const applied = await readAppliedMigrations(db)
  return Math.min(...(applied ?? []).map(({ appliedAt }) => appliedAt))
}

const unknown = 'Feed not found. Each paper’s page links its feed; your own feed is on your dashboard.'

/** `GET /feed/…atom`, with conditional answers (RFC 9110, 13.1): a feed reader that has it gets 304 and no body. */
const createFeedCall = ({ db, mayBeOld, summaries, limits, origin }: FeedOptions): Handler => {
  const readOfKinds = mayBeOld(on => activityReader(on.$pickTables<keyof ActivityTables>()).ofKinds)
  const readOfPaper = mayBeOld(on => activityReader(on.$pickTables<keyof ActivityTables>()).ofPaper)
  const readMine = mayBeOld(on => (secret: string) => readPersonalFeed(on, secret, entriesShown))
  let began: Promise<number> | null = null
  // Retried after a database error.
  const beginning = () =>
    (began ??= readBeginning(db).catch(error => {
      began = null
      throw error
    }))

  const feedOf = async (path: string): Promise<Omit<Feed, 'entries'> & { entries: ListedActivity[] }> => {
    const base = { origin, emptySince: await beginning() }
    const mine = /^\/feed\/mine\/([^/]+)\.atom$/.exec(path)?.[1]
    if (mine !== undefined) {
      const entries = await readMine(mine)
      if (entries === null) throw new HttpProblem(404, 'This feed’s address is incomplete or has been revoked.')
      return {
        ...base,
        self: origin + paths.personalFeed(mine),
        page: origin + paths.dashboard,
        title: 'Papers you watch',
        entries,
      }
    }
    const word = /^\/feed\/([a-z]+)\.atom$/.exec(path)?.[1] ?? ''
    if (isSelection(word)) {
      const { title, kinds } = selections[word]
      return {
        ...base,
        self: origin + paths.feed(word),
        page: origin + paths.recent(word),
        title: `${title} · Corroborate`,
        entries: await readOfKinds(kinds, entriesShown),
      }
    }
    const doi = doiOf(path)
    if (doi === null) throw new HttpProblem(404, unknown)
    const title = (await summaries([doi])).get(doi)?.title ?? doi
    return {
      ...base,
      self: origin + paths.paperFeed(doi),
      page: origin + paths.paper(doi),
      title: `${title} · Corroborate`,
      entries: await readOfPaper(doi, entriesShown),
    }
  }

  return async c => {
    await limits.require('feed', { address: addressOf(c) })
    const path = rawRequestTarget(c.req.url, c.env?.incoming?.url).replace(/\?.*$/s, '')
    const { entries, ...feed } = await feedOf(path)
    const known = await summaries([...new Set(entries.map(({ doi }) => doi))])
    const text = writeAtom({
      ...feed,
      entries: entries.map(entry => ({ ...entry, paper: known.get(entry.doi)?.title ?? entry.doi })),
    })
    return conditional(c, text, path.startsWith('/feed/mine/'))
  }
}

const doiOf = (path: string) => {
  try {
    return doiFromText(decodeURIComponent(path.replace(/^\/feed\//, '').replace(/\.atom$/, '')))
  } catch {
    return null
  }
}

const conditional = (c: HttpContext, text: string, isPrivate: boolean): Response => {
  const etag = `"${hash('sha256', text, 'base64url').slice(0, 27)}"`
  const headers = {
    ETag: etag,
    'Cache-Control': isPrivate ? 'private, max-age=300' : 'public, max-age=300',
    ...(!isPrivate && { 'Surrogate-Key': cacheKeys.lists, 'Cache-Tag': cacheKeys.lists }),
    ...(isPrivate && { 'Referrer-Policy': 'no-referrer', 'X-Robots-Tag': 'noindex' }),
  }
  const has = (c.req.header('If-None-Match') ?? '').split(',').map(one => one.trim().replace(/^W\//, ''))
  if (has.includes(etag) || has.includes('*')) return c.body(null, 304, headers)
  return c.body(text, 200, { ...headers, 'Content-Type': 'application/atom+xml; charset=utf-8' })
}

const limits = {
  /** Feed readers ask every quarter of an hour, for each feed. */
  feed: { points: 300, perSeconds: 10 * 60 },
} as const

/** Atom feeds of a paper, of all papers by kind, and of a user's watched papers. */
export const feedsFeature = defineFeature<WatchTables & ActivityTables, NoJobs, WithPapers>()({
  limits,
  open: ({ settings, db, mayBeOld, papers, limits }) => {
    const call = createFeedCall({ db, mayBeOld, summaries: papers.summaries, limits, origin: settings.site.origin })
    return { routes: { [paths.feeds]: { GET: call } } }
  },
})
