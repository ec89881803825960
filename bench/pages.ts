import { createHttp, nonceOf } from '@corroborate/server-kit/http'
import { parseDoi, paths } from '../site/kit/doi/index.ts'
import { type PaperPageModel, paperPage } from '../site/paper/papers/index.ts'
import { benchmarkPapers } from './asked-papers.ts'
import { inRounds } from './in-rounds.ts'
import { observation, type Row, type Run, ratioText } from './row.ts'
import { cpuPerRequest, withSite } from './site-in-process.ts'
import { median, ratioOfMedians } from './statistics.ts'

const rounds = 15
const requestsARound = 600

const dois = benchmarkPapers.map(text => parseDoi(text) ?? fail(text))

function fail(text: string): never {
  throw new Error(`${text} is no DOI.`)
}

const [first, ...others] = dois.map(doi => paths.paper(doi))

type Apps = Record<'page' | 'rendered' | 'hot' | 'prebuilt', Parameters<typeof cpuPerRequest>[0]>

export const run: Run = ({ quick }) =>
  withSite(async ({ app, papers, renderer, settings, logger }) => {
    const { origin } = settings.site

    // The rivals go through the same HTTP layer: its ids, checks and headers are no data access.
    const models = new Map<string, PaperPageModel>()
    for (const doi of dois) {
      const result = await papers.page(doi, null, '127.0.0.1')
      if (result.kind !== 'page') throw new Error(`${doi} has no page.`)
      models.set(paths.paper(doi), result.model)
    }
    const rendering = createHttp({ origin, logger })
    rendering.get('*', c => {
      const model = models.get(c.req.path) ?? fail(c.req.path)
      const head = paperPage.head(model, origin)
      c.header('Link', head.linkHeader)
      return c.html(renderer.render(paperPage, model, { nonce: nonceOf(c), head }))
    })
    const prebuilt = createHttp({ origin, logger })
    const strings = new Map<string, { html: string; headers: Record<string, string> }>()
    for (const [path, model] of models) {
      const head = paperPage.head(model, origin)
      strings.set(path, {
        html: renderer.render(paperPage, model, { nonce: 'n', head }),
        headers: {
          Link: head.linkHeader ?? '',
          Vary: 'Cookie, Accept-Encoding',
          'Cache-Control': 'private, no-cache',
          ETag: 'W/"0123456789012345678901"',
        },
      })
    }
    prebuilt.get('*', c => {
      // The same answer, policy included: only the string is ready beforehand.
      nonceOf(c)
      const { html, headers } = strings.get(c.req.path) ?? fail(c.req.path)
      return c.html(html, 200, headers)
    })

    return rowsOf({ page: app, rendered: rendering, hot: app, prebuilt }, quick)
  })

/** Cookies by kind of visitor. Visitors who have interacted get a personal page; everyone else gets the page cached for one second. */
const cookieOf = {
  page: 'visitor=0123456789012345678901',
  rendered: 'visitor=0123456789012345678901',
  hot: '',
  prebuilt: '',
}

const rowsOf = async (apps: Apps, quick: boolean): Promise<Row[]> => {
  const cpuOf = (name: keyof Apps, count: number) =>
    cpuPerRequest(apps[name], [first ?? fail(''), ...others], count, { cookie: cookieOf[name] })
  const names = Object.keys(apps) as (keyof Apps)[]
  for (const name of names) await cpuOf(name, 2_000)
  const cpu = await inRounds(quick ? 3 : rounds, {
    page: () => cpuOf('page', requestsARound),
    rendered: () => cpuOf('rendered', requestsARound),
    hot: () => cpuOf('hot', requestsARound),
    prebuilt: () => cpuOf('prebuilt', requestsARound),
  })
  const microseconds = (name: keyof Apps) => `${Math.round(median(cpu[name]))} µs`
  const how = `CPU per request in process, median of ${rounds} rounds of ${requestsARound}, ${dois.length} papers`
  return [
    observation(
      'paper page for a visitor who has voted',
      microseconds('page'),
      `${ratioText(ratioOfMedians(cpu.page, cpu.rendered))} of the ${microseconds('rendered')} for the same markup rendered without data access. ${how}`,
    ),
    observation(
      'hot paper page for everybody else',
      microseconds('hot'),
      `${ratioText(ratioOfMedians(cpu.hot, cpu.prebuilt))} of the ${microseconds('prebuilt')} for a prebuilt string with the same headers through the same HTTP layer. ${how}`,
    ),
  ]
}
