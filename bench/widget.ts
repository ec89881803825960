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
import { beside, notMeasured, orWhyNot, type Row, type Run } from './row.ts'
import { counted, median, ratioOfMedians, shuffled } from './statistics.ts'

const rounds = 15
/** Milliseconds after the mount in which scripts still count as loaded by it. */
const patience = 1_200

type Side = 'ours' | RivalVersion
/** `field` and `page`: ms from the mount and from the navigation until there is a field to type in; `requests`: those before that, from the mount on; `scripts`: all of the page. */
type Seen = { field: number; page: number; requests: string[]; scripts: string[] }
type Visited = { seen: Partial<Record<Side, Seen[]>>; weights: Partial<Record<Side, Weight>> }

/** Products that a page offers. */
type Offer = { name: string; products: readonly RivalProduct[] }

const offers: readonly Offer[] = [
  { name: 'links by mail and passwords', products: linksAndPasswords },
  { name: 'every product', products: ['oauth', 'crypto', 'passkeys', 'emailMagicLinks', 'otp', 'passwords'] },
]

/** Returns the page code that mounts each widget, as text because it runs in the page. Options of unused products have no effect. */
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
    // Email OTPs cannot be combined with email magic links.
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
    const beforeField = requests.slice()
    await page.waitForTimeout(patience)
    return { ...times, requests: beforeField, scripts }
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
): Promise<Visited> =>
  inNewFolder(async folder => {
    const provider = await startProvider({ DATA_DIR: folder })
    const pages = await servePages(provider.origin, sides, products)
    const redirect = `${pages.origin}/authenticate`
    const flags = ['--allow-origin', pages.origin, '--allow-redirect', redirect]
    const publicToken = await newProject(provider, flags)
    const seen: Visited['seen'] = {}
    for (let round = 0; round < (quick ? 3 : rounds); round++) {
      for (const side of shuffled(sides)) {
        const mount = mountOf(side, products, publicToken, provider.origin, redirect)
        const one = await visit(browser, `${pages.origin}/${side}`, mount)
        seen[side] = [...(seen[side] ?? []), one]
      }
    }
    const weights: Visited['weights'] = {}
    for (const side of sides) {
      const [first] = seen[side] ?? []
      weights[side] = await weigh(first?.scripts ?? [], [provider.origin, pages.origin])
    }
    pages.close()
    await provider.stop()
    return { seen, weights }
  })

/** Bytes of the scripts that a page has loaded once its form can be used, and how many these are. */
type Weight = { bytes: number; files: number }

/** Excludes Google's One Tap script, or the sandbox's replacement: it is the same for all sides. */
const weigh = async (scripts: readonly string[], origins: readonly string[]): Promise<Weight> => {
  const own = [...new Set(scripts)].filter(url => origins.includes(new URL(url).origin) && !url.includes('/gsi/client'))
  let bytes = 0
  for (const url of own) {
    const script = Buffer.from(await (await fetch(url)).arrayBuffer())
    bytes += gzipSync(script, { level: 9 }).byteLength
  }
  return { bytes, files: own.length }
}

const namesOf = (version: RivalVersion, { name }: Offer) => ({
  bytes: `JavaScript of a page with ${name}, beside ${rivalName(version)}`,
  field: `from mount to the first field, ${name}, beside ${rivalName(version)}`,
  page: `from the navigation to the first field, ${name}, beside ${rivalName(version)}`,
  requests: `requests before the first field, ${name}, beside ${rivalName(version)}`,
})

const kilobytes = (bytes: number) => `${(bytes / 1000).toFixed(1)} KB`

const rowsBeside = (version: RivalVersion, offer: Offer, { seen, weights }: Visited): Row[] => {
  const { ours = [], [version]: theirs = [] } = seen
  const { ours: mine, [version]: other } = weights
  if (mine === undefined || other === undefined) throw new Error('Nothing was weighed.')
  const names = namesOf(version, offer)
  const how = `same products; median of ${rounds} rounds, each in a browser profile of its own; provider on this machine; ${rivalName(version)}`
  const time = (of: 'field' | 'page', note: string): Row => {
    const [one, two] = [ours, theirs].map(all => all.map(each => each[of]))
    const middle = [one, two].map(all => `${median(all ?? []).toFixed(1)} ms`).join(' against ')
    return beside(names[of], ratioOfMedians(one ?? [], two ?? []), {
      better: 'less',
      note: `${middle}; ${note}; ${how}`,
    })
  }
  const count = (all: Seen[]): number => median(all.map(({ requests }) => requests.length))
  const listed = [...new Set(ours[0]?.requests)].map(request => request.replace(/public-token-\S+/, '…')).join(', ')
  return [
    time('page', 'with loading the script, uncached'),
    time('field', 'the script is loaded; the client is made with the mount'),
    beside(names.requests, counted(count(ours) / Math.max(1, count(theirs))), {
      better: 'less',
      note: `${count(ours)} against ${count(theirs)}, without preflights: ${listed || 'none'}; ${rivalName(version)}`,
    }),
    beside(names.bytes, counted(mine.bytes / other.bytes), {
      better: 'less',
      note: `${kilobytes(mine.bytes)} against ${kilobytes(other.bytes)}: every script (of ours ${mine.files}) that the page has loaded ${patience} ms after the mount; gzip, level 9; the rival built with its products alone, minified as ours`,
    }),
  ]
}

const rowsOf = async (browser: Browser, offer: Offer, quick: boolean): Promise<Row[]> => {
  const here = rivalVersions.filter(isRivalHere)
  const visited = await visitAll(browser, ['ours', ...here], offer.products, quick)
  return rivalVersions.flatMap(version =>
    here.includes(version)
      ? rowsBeside(version, offer, visited)
      : [notMeasured(namesOf(version, offer).page, notInstalled(rivalName(version)))],
  )
}

export const run: Run = async ({ quick }) => {
  const browser = await openBrowser().catch(() => null)
  if (browser === null) return [notMeasured('the sign-in widget on a page', 'There is no Chromium here.')]
  await buildWidgetIfChanged()
  const rows: Row[] = []
  for (const offer of offers) {
    rows.push(...(await orWhyNot(`a page with ${offer.name}`, () => rowsOf(browser, offer, quick))))
  }
  await browser.close()
  return rows
}
