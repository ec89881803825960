import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'
import { openBrowser } from '@corroborate/server-kit/testing/browser'
import type { Browser } from '@playwright/test'
import { buildWidgetIfChanged } from '../widget/build-if-changed.ts'
import { inNewFolder } from './in-new-folder.ts'
import { startProvider } from './our-servers.ts'
import { newProject } from './our-sessions.ts'
import {
  buildRival,
  isRivalHere,
  linksAndPasswords,
  type RivalProduct,
  type RivalVersion,
  rivalName,
  rivalVersions,
} from './rival-widget.ts'
import { notInstalled } from './rivals.ts'
import { type Bench, compare, judge, notMeasured, type Options, type Row } from './row.ts'
import { median, shuffled } from './statistics.ts'

const rounds = 15
/** Milliseconds after the mount in which requests still count as made by it. */
const patience = 1_200
/** Of the bytes of the newest rival. */
const goal = { rival: '6.3.0', share: 0.5 } as const

type Side = 'ours' | RivalVersion
/** `field` and `page`: ms from the mount and from the navigation; `requests` made by the mount; `scripts`: all of the page. */
type Seen = { field: number; page: number; requests: string[]; scripts: string[] }
type AllSeen = Partial<Record<Side, Seen[]>>

/** What a page offers. */
type Offer = { name: string; products: readonly RivalProduct[] }

const offers: readonly Offer[] = [
  { name: 'links by mail and passwords', products: linksAndPasswords },
  { name: 'every product', products: ['oauth', 'crypto', 'passkeys', 'emailMagicLinks', 'otp', 'passwords'] },
]

/** What a page does to mount each, as text: it runs in the page. Options of products that it does not name change nothing. */
const mountOf = (
  side: Side,
  products: readonly RivalProduct[],
  publicToken: string,
  provider: string,
  redirect: string,
): string => {
  const config = {
    products,
    // One Tap is a file of its own with us.
    oauthOptions: {
      providers: [{ type: 'google', one_tap: true }, { type: 'apple' }],
      loginRedirectURL: redirect,
      signupRedirectURL: redirect,
    },
    // Codes by mail go with no links by mail.
    otpOptions: { methods: ['sms'], expirationMinutes: 5 },
    emailMagicLinksOptions: { loginRedirectURL: redirect, signupRedirectURL: redirect },
    passwordOptions: { loginRedirectURL: redirect, resetPasswordRedirectURL: redirect },
  }
  const json = JSON.stringify
  if (side === 'ours') return `SignIn.mountLogin(${json({ publicToken, elementId: 'login', config })})`
  const endpoints = {
    testAPIURL: provider,
    liveAPIURL: provider,
    dfpBackendURL: provider,
    clientsideServicesIframeURL: `${provider}/clientside-services/index.html`,
  }
  return `Rival.mount(${json(publicToken)}, ${json({ endpoints })}, ${json(config)})`
}

/** Mounts, and gives the milliseconds until there is a field to type in: drawn, and not disabled. In light or shadow trees. */
const measure = (mount: string): string => `new Promise(resolve => {
  const fieldIn = root => {
    for (const element of root.querySelectorAll('*')) {
      if (element.matches('input, textarea') && !element.disabled && element.getClientRects().length > 0) return element
      const inside = element.shadowRoot && fieldIn(element.shadowRoot)
      if (inside) return inside
    }
    return null
  }
  const channel = new MessageChannel()
  const started = performance.now()
  ${mount}
  channel.port1.onmessage = () =>
    fieldIn(document.getElementById('login'))
      ? resolve({ field: performance.now() - started, page: performance.now() })
      : channel.port2.postMessage(0)
  channel.port2.postMessage(0)
})`

const visit = async (browser: Browser, url: string, mount: string): Promise<Seen> => {
  const context = await browser.newContext()
  try {
    const page = await context.newPage()
    const scripts: string[] = []
    page.on('request', request => {
      if (request.resourceType() === 'script') scripts.push(request.url())
    })
    await page.goto(url)
    const requests: string[] = []
    page.on('request', request => requests.push(`${request.method()} ${new URL(request.url()).pathname}`))
    const times = (await page.evaluate(measure(mount))) as Pick<Seen, 'field' | 'page'>
    await page.waitForTimeout(patience)
    return { ...times, requests, scripts }
  } finally {
    await context.close()
  }
}

/** An application on an origin of its own, with a page for each side: `/ours`, `/6.3.0` … */
const servePages = async (provider: string, sides: readonly Side[], products: readonly RivalProduct[]) => {
  const scripts = new Map<string, string>()
  for (const side of sides) if (side !== 'ours') scripts.set(`/${side}.js`, await buildRival(side, 'widget', products))
  const server = createServer(({ url = '' }, response) => {
    const script = scripts.get(url)
    if (script !== undefined) return response.setHeader('Content-Type', 'text/javascript').end(script)
    const source = url === '/ours' ? `${provider}/widget.js` : `${url}.js`
    return response
      .setHeader('Content-Type', 'text/html')
      .end(
        `<!doctype html><html lang="en"><meta charset="utf-8"><title>An application</title><link rel="icon" href="data:,"><div id="login"></div><script src="${source}"></script>`,
      )
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  return { origin: `http://localhost:${(server.address() as AddressInfo).port}`, close: () => server.close() }
}

const visitAll = async (
  browser: Browser,
  sides: readonly Side[],
  products: readonly RivalProduct[],
  quick: boolean,
): Promise<AllSeen> =>
  inNewFolder(async folder => {
    const provider = await startProvider({ DATA_DIR: folder })
    const pages = await servePages(provider.origin, sides, products)
    const redirect = `${pages.origin}/authenticate`
    const flags = ['--allow-origin', pages.origin, '--allow-redirect', redirect]
    const publicToken = await newProject(provider, flags)
    const seen: AllSeen = {}
    for (let round = 0; round < (quick ? 3 : rounds); round++) {
      for (const side of shuffled(sides)) {
        const mount = mountOf(side, products, publicToken, provider.origin, redirect)
        const one = await visit(browser, `${pages.origin}/${side}`, mount)
        seen[side] = [...(seen[side] ?? []), one]
      }
    }
    for (const side of sides) {
      const [first] = seen[side] ?? []
      sizes.set(side, await weigh(first?.scripts ?? [], [provider.origin, pages.origin]))
    }
    pages.close()
    await provider.stop()
    return seen
  })

/** Bytes of the scripts that a page has loaded once its form can be used, and how many these are. */
type Weight = { bytes: number; files: number }
const sizes = new Map<Side, Weight>()

/** Google's own script for One Tap, or what the sandbox plays in its place, is the same for every side and of none. */
const weigh = async (scripts: readonly string[], origins: readonly string[]): Promise<Weight> => {
  const own = [...new Set(scripts)].filter(url => origins.includes(new URL(url).origin) && !url.includes('/gsi/client'))
  let bytes = 0
  for (const url of own) {
    const script = Buffer.from(await (await fetch(url)).arrayBuffer())
    bytes += gzipSync(script, { level: 9 }).byteLength
  }
  return { bytes, files: own.length }
}

const rowNames = (version: RivalVersion, { name }: Offer) => ({
  bytes: `JavaScript of a page with ${name}, of the bytes of ${version}`,
  field: `from mount to the first field, ${name}, beside ${version}`,
  page: `from the navigation to the first field, ${name}, beside ${version}`,
  requests: `requests made at mount, ${name}, beside ${version}`,
})

const rowsBeside = (version: RivalVersion, offer: Offer, all: AllSeen): Row[] => {
  const { ours = [], [version]: theirs = [] } = all
  const names = rowNames(version, offer)
  const middle = (seen: Seen[], of: 'field' | 'page'): number => median(seen.map(each => each[of]))
  const count = (seen: Seen[]): number => median(seen.map(({ requests }) => requests.length))
  const how = `same products; median of ${rounds} interleaved rounds, each in a browser profile of its own; provider on this machine; ${rivalName(version)}`
  const time = (of: 'field' | 'page', note: string): Row => ({
    name: names[of],
    figure: `${middle(ours, of).toFixed(1)} ms`,
    limit: `< ${middle(theirs, of).toFixed(1)} ms`,
    verdict: judge(middle(ours, of) < middle(theirs, of)),
    note: `${note}; ${how}`,
  })
  const nothing: Weight = { bytes: Number.NaN, files: 0 }
  const [{ bytes: mine, files }, { bytes: other }] = [sizes.get('ours') ?? nothing, sizes.get(version) ?? nothing]
  const listed = [...new Set(ours[0]?.requests)].map(request => request.replace(/public-token-\S+/, '…')).join(', ')
  return [
    {
      name: names.bytes,
      figure: `${(mine / other).toFixed(2)}×`,
      limit: version === goal.rival ? `≤ ${goal.share}×` : '1×',
      verdict: version === goal.rival ? judge(mine / other <= goal.share) : compare(mine <= other),
      note: `${(mine / 1000).toFixed(1)} KB against ${(other / 1000).toFixed(1)} KB: every script (of ours ${files}) that the page has loaded ${patience} ms after the mount; gzip, level 9; the rival built with its products alone, minified as ours`,
    },
    time('field', 'the script is loaded; the client is made with the mount'),
    time('page', 'with loading the script, uncached'),
    {
      name: names.requests,
      figure: String(count(ours)),
      limit: `≤ ${count(theirs)}`,
      verdict: judge(count(ours) <= count(theirs)),
      note: `within ${patience} ms, without preflights: ${listed}; ${rivalName(version)}`,
    },
  ]
}

const missingBeside = (version: RivalVersion, offer: Offer, why: string): Row[] =>
  Object.values(rowNames(version, offer)).map(name => notMeasured(name, '–', why))

const run = async ({ quick }: Options): Promise<Row[]> => {
  const browser = await openBrowser().catch(() => null)
  if (browser === null) {
    return offers.flatMap(offer =>
      rivalVersions.flatMap(version => missingBeside(version, offer, 'There is no Chromium here.')),
    )
  }
  await buildWidgetIfChanged()
  const rows: Row[] = []
  for (const offer of offers) {
    const seen = await visitAll(browser, ['ours', ...rivalVersions.filter(isRivalHere)], offer.products, quick)
    const rowsOf = (version: RivalVersion) =>
      isRivalHere(version)
        ? rowsBeside(version, offer, seen)
        : missingBeside(version, offer, notInstalled(rivalName(version)))
    rows.push(...rivalVersions.flatMap(rowsOf))
  }
  await browser.close()
  return rows
}

export const bench: Bench = { title: 'The sign-in widget on a page', run }
