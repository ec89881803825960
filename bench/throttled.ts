import { once } from 'node:events'
import { createServer, get, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { openBrowser } from '@corroborate/server-kit/testing/browser'
import type { Browser, Page } from '@playwright/test'
import { buildSiteIfChanged } from '../site/app/build-if-changed.ts'
import { paths, storedDoi } from '../site/kit/doi/index.ts'
import { heavyPapers, importHeavyPapers } from './heavy-papers.ts'
import { inNewFolder } from './in-new-folder.ts'
import { startSite } from './our-servers.ts'
import { type Bench, judge, notMeasured, type Options, type Row } from './row.ts'
import { median, shuffled } from './statistics.ts'

const rounds = 9
const kilobits = 400
const latency = 200
const slowdown = 4
const goals = { content: 1_200, alive: 3_000 }
/** Milliseconds without a request after which a page is taken to be still. */
const stillness = 1_000

/** Bytes: HTML by gzip, fonts as they are sent. */
const largest = { html: 20_000, fonts: 60_000 }

const measuredPages = {
  'home page': paths.home,
  'page of a retracted paper': paths.paper(storedDoi('10.1016/s0140-6736(97)11096-0')),
  'page of a paper with 91 attempts': paths.paper(storedDoi(heavyPapers.events)),
  'page of a paper by 3,000 authors': paths.paper(storedDoi(heavyPapers.authors)),
}
type PageName = keyof typeof measuredPages
const pageNames = Object.keys(measuredPages) as PageName[]

/** `content` and `alive` in ms from the navigation; `shift` is the sum of all layout shifts. */
type Seen = { content: number; alive: number; shift: number }

const slowDown = async (page: Page): Promise<void> => {
  const client = await page.context().newCDPSession(page)
  const bytesASecond = (kilobits * 1_000) / 8
  await client.send('Network.enable')
  await client.send('Network.emulateNetworkConditions', {
    offline: false,
    latency,
    downloadThroughput: bytesASecond,
    uploadThroughput: bytesASecond,
  })
  await client.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
}

/** As text: it runs in the page, before anything of the page does. */
const watchShifts = `{
  globalThis.shift = 0
  new PerformanceObserver(list => {
    for (const entry of list.getEntries()) globalThis.shift += entry.value
  }).observe({ type: 'layout-shift', buffered: true })
}`

const readTimes = `({
  content: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? NaN,
  alive: performance.getEntriesByName('alive')[0]?.startTime ?? NaN,
  shift: globalThis.shift,
})`

/** One visit of a phone that has never been here, until everything has arrived. */
const visit = async (browser: Browser, url: string): Promise<Seen> => {
  const context = await browser.newContext({ viewport: { width: 390, height: 780 }, isMobile: true })
  try {
    const page = await context.newPage()
    await page.addInitScript(watchShifts)
    await slowDown(page)
    await page.goto(url)
    await page.waitForFunction(`performance.getEntriesByName('alive').length > 0`)
    await page.evaluate('document.fonts.ready')
    await page.waitForTimeout(stillness)
    return (await page.evaluate(readTimes)) as Seen
  } finally {
    await context.close()
  }
}

type File = { headers: Record<string, string>; body: Buffer }

/** An answer as it travels, compressed. */
const copyOf = async (url: string, encodings = 'gzip, br'): Promise<File> => {
  const [answer] = (await once(
    get(url, { headers: { accept: 'text/html, */*', 'accept-encoding': encodings } }),
    'response',
  )) as [IncomingMessage]
  const kept = ['content-type', 'content-encoding', 'cache-control'] as const
  const headers = kept.flatMap(name => (answer.headers[name] === undefined ? [] : [[name, answer.headers[name]]]))
  return { headers: Object.fromEntries(headers), body: await buffer(answer) }
}

/** What a page weighs on a first view, in bytes. */
type Weight = { html: number; fonts: number }

/** The pages and every file they ask for, from a server that does nothing but send them; and what each page weighs. */
const serveCopy = async (browser: Browser, origin: string) => {
  const files = new Map<string, File>()
  const weights = new Map<PageName, Weight>()
  for (const name of pageNames) {
    const path = measuredPages[name]
    const page = await browser.newPage()
    const asked: string[] = []
    page.on('request', request => asked.push(request.url()))
    await page.goto(origin + path, { waitUntil: 'networkidle' })
    await page.close()
    for (const url of asked) if (url.startsWith(origin)) files.set(new URL(url).pathname, await copyOf(url))
    const fonts = asked.flatMap(url => (url.endsWith('.woff2') ? [files.get(new URL(url).pathname)] : []))
    weights.set(name, {
      html: (await copyOf(origin + path, 'gzip')).body.byteLength,
      fonts: fonts.reduce((sum, font) => sum + (font?.body.byteLength ?? 0), 0),
    })
  }
  const server = createServer(({ url = '' }, response) => {
    const file = files.get(url)
    if (file === undefined) return response.writeHead(404).end()
    return response.writeHead(200, { ...file.headers, 'content-length': file.body.byteLength }).end(file.body)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  return { origin: `http://localhost:${port}`, weights, close: () => server.close() }
}

const weightRows = (name: PageName, { html, fonts }: Weight): Row[] => {
  const row = (what: string, bytes: number, most: number, note: string): Row => ({
    name: `${name}, ${what}`,
    figure: `${(bytes / 1_000).toFixed(1)} KB`,
    limit: `≤ ${most / 1_000} KB`,
    verdict: judge(bytes > 0 && bytes <= most),
    note,
  })
  return [
    row('HTML', html, largest.html, 'gzip, as the server sends it'),
    row('fonts', fonts, largest.fonts, 'what the browser fetches on a first view, as it is sent'),
  ]
}

type Visits = Record<'ours' | 'copy', Seen[]>

const rowsOf = (name: PageName, { ours, copy }: Visits): Row[] => {
  const middle = (seen: Seen[], of: keyof Seen): number => median(seen.map(each => each[of]))
  const how = `${kilobits} kbit/s both ways, ${latency} ms for each request, CPU ÷ ${slowdown}, 390 px, nothing cached; median of ${rounds} interleaved rounds`
  const time = (of: 'content' | 'alive', what: string, note: string): Row => ({
    name: `${name}, ${what} over a slow line`,
    figure: `${Math.round(middle(ours, of))} ms`,
    limit: `≤ ${goals[of]} ms`,
    verdict: judge(middle(ours, of) <= goals[of]),
    note: `${note}; a static copy of the page and its files: ${Math.round(middle(copy, of))} ms; ${how}`,
  })
  const worst = (seen: Seen[]): string => Math.max(...seen.map(({ shift }) => shift)).toFixed(4)
  return [
    time('content', 'first content', 'first contentful paint'),
    time('alive', 'everything alive', 'every island is hydrated'),
    {
      name: `${name}, layout shift over a slow line`,
      figure: worst(ours),
      limit: '0',
      verdict: judge(Number(worst(ours)) === 0),
      note: `sum of all shifts until the fonts are there and ${stillness} ms more, the worst of ${rounds} rounds; the static copy: ${worst(copy)}`,
    },
  ]
}

const run = async ({ quick }: Options): Promise<Row[]> => {
  const browser = await openBrowser().catch(() => null)
  if (browser === null) return [notMeasured('pages over a slow line', '–', 'There is no Chromium here.')]
  await buildSiteIfChanged()
  return inNewFolder(async folder => {
    const site = await startSite({ DATA_DIR: folder })
    await importHeavyPapers(folder)
    const copy = await serveCopy(browser, site.origin)
    const origins = { ours: site.origin, copy: copy.origin }
    const visits = Object.fromEntries(
      pageNames.map((name): [PageName, Visits] => [name, { ours: [], copy: [] }]),
    ) as Record<PageName, Visits>
    const order = pageNames.flatMap(name => (['ours', 'copy'] as const).map(side => ({ name, side })))
    for (let round = 0; round < (quick ? 3 : rounds); round++) {
      for (const { name, side } of shuffled(order))
        visits[name][side].push(await visit(browser, origins[side] + measuredPages[name]))
    }
    copy.close()
    await browser.close()
    await site.stop()
    return pageNames.flatMap(name => [
      ...rowsOf(name, visits[name]),
      ...weightRows(name, copy.weights.get(name) ?? { html: 0, fonts: 0 }),
    ])
  })
}

export const bench: Bench = { title: 'Pages on a phone with a slow line, and what they weigh', run }
