import { createLogger } from '@corroborate/server-kit/logging'
import { createOutbox } from '@corroborate/server-kit/outbox'
import { readSettings } from '@corroborate/server-kit/settings'
import type { Kysely } from 'kysely'
import { onTestFinished } from 'vitest'
import { features } from '../../../app/features.ts'
import { paperSectionsReader } from '../../../kit/feature/index.ts'
import type { Person } from '../../../kit/people/index.ts'
import { openSandbox } from '../../../money/stripe-sandbox/index.ts'
import {
  attemptsReader,
  createPapers,
  notesReader,
  type PaperJobs,
  type PaperTables,
} from '../../../paper/papers/index.ts'
import { createSearchPool, openWorksReader } from '../../../paper/works-index/index.ts'
import { type AppTables, appUnderTest } from '../../../testing/index.ts'
import type { DumpTables } from '../tables.ts'

const settings = {
  OPENALEX_URL: 'off',
  CROSSREF_URL: 'off',
  RETRACTION_WATCH_URL: 'off',
  FORRT_URL: 'off',
  LIMITS_SCALE: '10000',
}

/** Response to a signed-out reader. */
export type Answer = { status: number; type: string | null; link: string | null; location: string | null; body: string }

/** Serves a database and an index, with its own papers, to a signed-out reader at a fixed time. */
export const viewSite = (db: Kysely<DumpTables>, indexFile: string, at: number) => {
  const now = () => at
  const logger = createLogger('silent')
  const works = openWorksReader(indexFile)
  onTestFinished(() => works.close())
  const pool = createSearchPool({ file: indexFile, threads: 1, deadline: 15_000 })
  onTestFinished(() => pool.close())
  const sandbox = openSandbox({ file: ':memory:', origin: 'http://localhost:5000', send: async () => true, now })
  onTestFinished(() => sandbox.close())
  const read = readSettings(settings)
  const papers = createPapers<Person | null>({
    db: db as unknown as Kysely<PaperTables>,
    outbox: createOutbox<PaperJobs>(db, { logger, now }),
    lookUpWorks: async ask => ask(works),
    openAlex: null,
    crossref: null,
    origin: read.site.origin,
    contact: undefined,
    sections: paperSectionsReader(features, { db: db as never, settings: read, now }),
    attempts: attemptsReader(features, db as never),
    notes: notesReader(features, db as never),
    mayAskOutside: async () => ({ kind: 'allowed' }),
    logger,
    now,
  })
  onTestFinished(() => papers.close())
  const { app, origin } = appUnderTest({
    db: db as unknown as Kysely<AppTables>,
    settings,
    papers,
    sandbox,
    now,
    searchWorks: pool.search,
  })

  const ask = async (path: string): Promise<Answer> => {
    const answer = await app.request(origin + path, { headers: { accept: 'text/html' } })
    const { headers, status } = answer
    return {
      status,
      type: headers.get('content-type'),
      link: headers.get('link'),
      location: headers.get('location'),
      body: (await answer.text()).replace(/"nonce":"[^"]*"/, ''),
    }
  }

  /** The addresses of the site without anything to fill in. */
  const routes = () => app.routes.flatMap(({ method, path }) => (method === 'GET' && !/[:*]/.test(path) ? [path] : []))

  /** Crawls links from start paths and returns each response. */
  const crawl = async (from: readonly string[], skip: (path: string) => boolean): Promise<Map<string, Answer>> => {
    const seen = new Map<string, Answer>()
    const waiting = [...from]
    for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
      if (seen.has(path) || skip(path)) continue
      const answer = await ask(path)
      seen.set(path, answer)
      waiting.push(...pathsIn(answer.body, origin), ...pathsIn(answer.link ?? '', origin))
      if (seen.size > mostPages) throw new Error(`More than ${mostPages} addresses: ${[...seen.keys()].slice(-9)}`)
    }
    return seen
  }
  return { ask, routes, crawl }
}

const mostPages = 5_000

/** Extracts site URLs from JSON, XML or a header. */
const pathsIn = (text: string, origin: string): string[] => {
  const absolute = [...text.matchAll(new RegExp(`${origin}(/[^\\s"'<>\\\\]*)`, 'g'))]
  const relative = [...text.matchAll(/"(\/[^/\s"'<>\\][^\s"'<>\\]*)"/g)]
  return [...absolute, ...relative].map(([, path = '/']) => path.replace(/#.*$/, '').replaceAll('&amp;', '&'))
}
