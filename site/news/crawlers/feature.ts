import { type HttpContext, HttpProblem } from '@corroborate/server-kit/http'
import { paths } from '../../kit/doi/index.ts'
import { defineFeature } from '../../kit/feature/index.ts'
import { type DoiRange, type EventfulPaper, type EventTables, papersWithEvents } from './papers-with-events.ts'

// https://www.sitemaps.org/protocol.html: at most 50,000 addresses and 50 MB a file.
/** So many papers are in one file: with addresses of 1,000 bytes it stays below both limits. */
export const papersAFile = 40_000

const xml = '<?xml version="1.0" encoding="UTF-8"?>\n'
const namespace = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"'

/** The list of the lists. */
const sitemapIndex = (origin: string, files: number): string =>
  `${xml}<sitemapindex ${namespace}>\n${Array.from(
    { length: files },
    (_, index) => `<sitemap><loc>${text(origin + paths.sitemap(index + 1))}</loc></sitemap>\n`,
  ).join('')}</sitemapindex>\n`

const sitemapStart = `${xml}<urlset ${namespace}>\n`
const sitemapEnd = '</urlset>\n'

/** Some papers of a list. */
export const sitemapEntries = (origin: string, papers: readonly EventfulPaper[]): string =>
  papers
    .map(({ doi, lastmod }) => {
      const day = lastmod !== null && /^\d{4}(?:-\d{2}){0,2}$/.test(lastmod) ? `<lastmod>${lastmod}</lastmod>` : ''
      return `<url><loc>${text(origin + paths.paper(doi))}</loc>${day}</url>\n`
    })
    .join('')

const text = (value: string): string => value.replace(/[&<>"']/g, found => `&#${found.charCodeAt(0)};`)

/** Paths disallowed for crawlers. */
const forPeople: readonly `/${string}`[] = [
  paths.search(),
  paths.login(),
  paths.logout,
  paths.authenticate,
  paths.moderate(),
  paths.dashboard,
]

/** robots.txt: allows papers and the site's own pages, disallows search, sessions and forms. */
const robots = (origin: string): string =>
  [
    'User-agent: *',
    ...forPeople.map(path => `Disallow: ${path}`),
    '',
    `Sitemap: ${origin}${paths.sitemapIndex}`,
    '',
  ].join('\n')

/** So many papers are read at once. */
const batch = 1_000
/** Cache lifetime of the files' boundaries, in ms. New papers arrive meanwhile, so a file may grow. */
const goodFor = 60 * 60_000
/** Growth limit of a file until then. */
const mostInFile = 50_000

type Options = {
  origin: string
  read: (range: DoiRange) => Promise<EventfulPaper[]>
  now: () => number
}

/** The DOIs after which each file begins. */
type Parts = { starts: readonly string[]; madeAt: number }

/** Answers `/robots.txt`, `/sitemap.xml` and the files it names. */
export const createCrawlerCalls = ({ origin, read, now }: Options) => {
  let kept: Promise<Parts> | null = null

  const count = async (): Promise<Parts> => {
    const starts = ['']
    let last = ''
    for (let seen = 0; ; ) {
      const papers = await read({ after: last, until: null, limit: batch })
      seen += papers.length
      last = papers.at(-1)?.doi ?? last
      if (papers.length < batch) return { starts, madeAt: now() }
      if (seen % papersAFile === 0) starts.push(last)
    }
  }

  /** One count at a time, and one an hour. */
  const parts = async (): Promise<Parts> => {
    const known = await kept?.catch(() => null)
    if (known && now() >= known.madeAt && now() < known.madeAt + goodFor) return known
    kept = count()
    return kept
  }

  const lines = async function* (after: string, until: string | null): AsyncGenerator<string> {
    yield sitemapStart
    let last = after
    for (let left = mostInFile; left > 0; left -= batch) {
      const papers = await read({ after: last, until, limit: batch })
      yield sitemapEntries(origin, papers)
      last = papers.at(-1)?.doi ?? last
      if (papers.length < batch) break
    }
    yield sitemapEnd
  }

  const keep = (c: HttpContext, type: string): void => {
    c.header('Content-Type', type)
    c.header('Cache-Control', 'public, max-age=3600')
  }

  return {
    robots: (c: HttpContext): Response => {
      c.header('Cache-Control', 'public, max-age=3600')
      return c.text(robots(origin))
    },

    index: async (c: HttpContext): Promise<Response> => {
      const { starts } = await parts()
      keep(c, 'application/xml; charset=utf-8')
      return c.body(sitemapIndex(origin, starts.length))
    },

    file: async (c: HttpContext): Promise<Response> => {
      const part = Number(/\d+/.exec(c.req.path)?.[0])
      const { starts } = await parts()
      const start = starts[part - 1]
      if (start === undefined) throw new HttpProblem(404, 'Sitemap not found. The sitemap index is at /sitemap.xml.')
      keep(c, 'application/xml; charset=utf-8')
      return c.body(streamOf(lines(start, starts[part] ?? null)))
    },
  }
}

/** Text as it is read, at the speed at which it is taken. */
const streamOf = (texts: AsyncGenerator<string>): ReadableStream<Uint8Array<ArrayBuffer>> => {
  const encoder = new TextEncoder()
  return new ReadableStream({
    async pull(controller) {
      const { value, done } = await texts.next()
      if (done) controller.close()
      else controller.enqueue(encoder.encode(value))
    },
    cancel: () => texts.return(undefined).then(() => undefined),
  })
}

/** robots.txt, and sitemaps of papers with events. */
export const crawlersFeature = defineFeature<EventTables>()({
  open: ({ settings, db, now }) => {
    const known = db.$pickTables<keyof EventTables>()
    const calls = createCrawlerCalls({
      origin: settings.site.origin,
      read: range => papersWithEvents(known, { ...range, today: new Date(now()).toISOString().slice(0, 10) }),
      now,
    })
    return {
      routes: {
        [paths.robots]: { GET: calls.robots },
        [paths.sitemapIndex]: { GET: calls.index },
        [paths.sitemaps]: { GET: calls.file },
      },
    }
  },
})
