import { openBrowser } from '@corroborate/server-kit/testing/browser'
import type { Browser } from '@playwright/test'
import { buildSiteIfChanged } from '../site/app/build-if-changed.ts'
import { paths, storedDoi } from '../site/kit/doi/index.ts'
import { heavyPapers, importHeavyPapers } from './heavy-papers.ts'
import { inNewFolder } from './in-new-folder.ts'
import { startSite } from './our-servers.ts'
import { type Weight, weighPage } from './page-weight.ts'
import { budget, notMeasured, observation, orWhyNot, type Row, type Run } from './row.ts'
import { type Seen, slowLine, slowVisit, stillness } from './slow-visit.ts'
import { median, shuffled } from './statistics.ts'

const rounds = 9

const measuredPages = {
  'home page': paths.home,
  'retracted paper': paths.paper(storedDoi('10.1016/s0140-6736(97)11096-0')),
  'paper with 91 attempts': paths.paper(storedDoi(heavyPapers.events)),
  'paper by 3,000 authors': paths.paper(storedDoi(heavyPapers.authors)),
}
type PageName = keyof typeof measuredPages
const pageNames = Object.keys(measuredPages) as PageName[]
type OfPages<Value> = Record<PageName, Value>

const ofPages = <Value>(make: (name: PageName) => Value): OfPages<Value> =>
  Object.fromEntries(pageNames.map((name): [PageName, Value] => [name, make(name)])) as OfPages<Value>

const how = `${slowLine.kilobits} kbit/s both ways, ${slowLine.latency} ms for each request, CPU ÷ ${slowLine.slowdown}, 390 px, nothing cached; median of ${rounds} rounds`

/** The figure of a row is that of the worst page; the note names all. */
const worst = (figures: OfPages<number>, text: (value: number) => string) => {
  const value = Math.max(...Object.values(figures))
  return { value, figure: text(value), each: pageNames.map(name => `${name} ${text(figures[name])}`).join(', ') }
}

const ms = (value: number): string => `${Math.round(value)} ms`
const kilobytes = (value: number): string => `${(value / 1_000).toFixed(1)} KB`

const timeRows = (visits: OfPages<Seen[]>): Row[] => {
  const middle = (of: keyof Seen) => ofPages(name => median(visits[name].map(seen => seen[of])))
  const time = (of: keyof Seen, name: string, felt: string, most: number, what: string): Row => {
    const { value, figure, each } = worst(middle(of), ms)
    const note = `${what}: ${each}. ${how}.`
    return budget({ name, felt, figure, limit: `≤ ${most} ms`, isMet: value <= most, note })
  }
  const script = worst(middle('script'), ms)
  const shift = worst(
    ofPages(name => Math.max(...visits[name].map(seen => seen.shift))),
    value => value.toFixed(4),
  )
  return [
    time('content', 'first content', 'Readers see that the page comes.', 1_200, 'First contentful paint'),
    time('alive', 'everything alive', 'Readers can use every part of the page.', 3_500, 'Every island is hydrated'),
    time(
      'blocked',
      'blocked before everything is alive',
      'Readers who touch or scroll early are answered.',
      100,
      `What tasks take beyond 50 ms, from the first content until everything is alive`,
    ),
    budget({
      name: 'layout shift',
      felt: 'Nothing moves under the reader’s finger.',
      figure: shift.figure,
      limit: '0',
      isMet: shift.value === 0,
      note: `Sum of all shifts until the fonts are there and ${stillness} ms more, the worst of ${rounds} rounds: ${shift.each}.`,
    }),
    observation('script time before everything is alive', script.figure, `${script.each}. ${how}`),
  ]
}

const weightRow = (name: string, figures: OfPages<number>, most: number, note: string): Row => {
  const { value, figure, each } = worst(figures, kilobytes)
  const isMet = value <= most && Object.values(figures).every(bytes => bytes > 0)
  const felt = 'Readers wait for these bytes on a first view.'
  return budget({ name, felt, figure, limit: `≤ ${most / 1_000} KB`, isMet, note: `${note}: ${each}.` })
}

const visitAll = async (browser: Browser, urls: OfPages<string>, quick: boolean): Promise<Row[]> => {
  const visits = ofPages((): Seen[] => [])
  for (let round = 0; round < (quick ? 3 : rounds); round++) {
    for (const name of shuffled(pageNames)) visits[name].push(await slowVisit(browser, urls[name]))
  }
  return timeRows(visits)
}

const weighAll = async (browser: Browser, urls: OfPages<string>): Promise<Row[]> => {
  const weights: Partial<OfPages<Weight>> = {}
  for (const name of pageNames) weights[name] = await weighPage(browser, urls[name])
  const weightOf = (of: keyof Weight) => ofPages(name => weights[name]?.[of] ?? 0)
  return [
    weightRow('HTML', weightOf('html'), 20_000, 'gzip, as the server sends it'),
    weightRow('fonts', weightOf('fonts'), 60_000, 'what the browser fetches, as it is sent'),
  ]
}

export const run: Run = async ({ quick }) => {
  // Phones position glyphs at fractional pixels. Without this flag, Linux rounds the glyph widths of the fallback font, and lines wrap
  // differently.
  const browser = await openBrowser(['--font-render-hinting=none']).catch(() => null)
  if (browser === null) return [notMeasured('pages over a slow line', 'There is no Chromium here.')]
  await buildSiteIfChanged()
  return inNewFolder(async folder => {
    const site = await startSite({ DATA_DIR: folder })
    try {
      await importHeavyPapers(folder)
      const urls = ofPages(name => site.origin + measuredPages[name])
      return [
        ...(await orWhyNot('pages over a slow line', () => visitAll(browser, urls, quick))),
        ...(await orWhyNot('what pages weigh', () => weighAll(browser, urls))),
      ]
    } finally {
      await browser.close()
      await site.stop()
    }
  })
}
