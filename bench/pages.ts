import { createHttp, nonceOf } from '@corroborate/server-kit/http'
import { parseDoi, paths } from '../site/kit/doi/index.ts'
import { type PaperPageModel, paperPage } from '../site/paper/papers/index.ts'
import { type Bench, judge, type Options, type Row } from './row.ts'
import { cpuPerRequest, withSite } from './site-in-process.ts'
import { median } from './statistics.ts'

const rounds = 15
const requestsARound = 600

/** Papers of the starter corpus of every kind: much known, retracted, little known. */
const dois = [
  '10.1126/science.aac4716',
  '10.1177/0956797610383437',
  '10.1016/s0140-6736(97)11096-0',
  '10.48550/arxiv.1706.03762',
  '10.1038/171737a0',
].map(text => parseDoi(text) ?? fail(text))

function fail(text: string): never {
  throw new Error(`${text} is no DOI.`)
}

type Arm = { name: string; app: Parameters<typeof cpuPerRequest>[0]; headers: Record<string, string>; cpu: number[] }

const [first, ...others] = dois.map(doi => paths.paper(doi))
const cpuOf = ({ app, headers }: Arm, count: number): Promise<number> =>
  cpuPerRequest(app, [first ?? fail(''), ...others], count, headers)

const run = ({ quick }: Options): Promise<Row[]> =>
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

    const visitor = { cookie: 'visitor=0123456789012345678901' }
    const arms = {
      page: { name: 'page', app, headers: visitor, cpu: [] },
      rendered: { name: 'rendered', app: rendering, headers: visitor, cpu: [] },
      hot: { name: 'hot', app, headers: {}, cpu: [] },
      prebuilt: { name: 'prebuilt', app: prebuilt, headers: {}, cpu: [] },
    } satisfies Record<string, Arm>
    for (const arm of Object.values(arms)) await cpuOf(arm, 2_000)
    for (let round = 0; round < (quick ? 3 : rounds); round++) {
      for (const arm of Object.values(arms) as Arm[]) arm.cpu.push(await cpuOf(arm, requestsARound))
    }
    const microseconds = (arm: Arm) => `${Math.round(median(arm.cpu))} µs`
    const ratio = (one: Arm, other: Arm) => median(one.cpu.map((cpu, round) => cpu / (other.cpu[round] ?? Number.NaN)))
    const how = `CPU per request in process, median of ${rounds} interleaved rounds of ${requestsARound}, ${dois.length} papers`
    const page = ratio(arms.page, arms.rendered)
    const hot = ratio(arms.hot, arms.prebuilt)
    return [
      {
        name: 'paper page for a visitor who has voted',
        figure: `${page.toFixed(2)}×`,
        limit: '≤ 2×',
        verdict: judge(page <= 2),
        note: `${microseconds(arms.page)} against ${microseconds(arms.rendered)} for the same markup rendered without data access. ${how}`,
      },
      {
        name: 'hot paper page for everybody else',
        figure: `${hot.toFixed(2)}×`,
        limit: '≤ 1.5×',
        verdict: judge(hot <= 1.5),
        note: `${microseconds(arms.hot)} against ${microseconds(arms.prebuilt)} for a prebuilt string with the same headers through the same HTTP layer. ${how}`,
      },
    ]
  })

export const bench: Bench = { title: 'Pages', run }
