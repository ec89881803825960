import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Browser } from '@playwright/test'
import { openBrowser } from '../server-kit/testing/browser/index.ts'
import { openStage } from '../widget/testing/stage/index.ts'
import { buildRival, rival } from './rival-widget.ts'
import { type Bench, median, type Row } from './row.ts'

const rounds = 15
/** Milliseconds after the mount in which requests still count as made by it. */
const patience = 1_200

type Side = 'ours' | 'theirs'
type Seen = { field: number; page: number; requests: string[] }

const config = { products: ['emailMagicLinks'] }

/** What a page does to mount each, as text: it runs in the page. */
const mounts = (publicToken: string, provider: string): Record<Side, string> => ({
  ours: `SignIn.mountLogin(${JSON.stringify({ publicToken, elementId: 'login', config })})`,
  theirs: `new Rival.Client('${publicToken}', ${JSON.stringify({
    endpoints: {
      testAPIURL: provider,
      liveAPIURL: provider,
      dfpBackendURL: provider,
      clientsideServicesIframeURL: `${provider}/clientside-services/index.html`,
    },
  })}).mountLogin(${JSON.stringify({ elementId: '#login', config })})`,
})

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
    await page.goto(url)
    const requests: string[] = []
    page.on('request', request => requests.push(`${request.method()} ${new URL(request.url()).pathname}`))
    const times = (await page.evaluate(measure(mount))) as Pick<Seen, 'field' | 'page'>
    await page.waitForTimeout(patience)
    return { ...times, requests }
  } finally {
    await context.close()
  }
}

const run = async (): Promise<Row[]> => {
  const script = await buildRival('ui')
  const stage = await openStage()
  const browser = await openBrowser()
  const pages = createServer((request, response) => {
    if (request.url === '/rival.js') return response.setHeader('Content-Type', 'text/javascript').end(script)
    const source = request.url === '/ours' ? `${stage.provider}/widget.js` : '/rival.js'
    return response
      .setHeader('Content-Type', 'text/html')
      .end(
        `<!doctype html><html lang="en"><meta charset="utf-8"><title>An application</title><div id="login"></div><script src="${source}"></script>`,
      )
  }).listen(0, '127.0.0.1')
  try {
    await new Promise(resolve => pages.once('listening', resolve))
    const origin = `http://localhost:${(pages.address() as AddressInfo).port}`
    const { publicToken } = await stage.newProject({ allowedOrigins: [origin] })
    const mount = mounts(publicToken, stage.provider)
    const seen: Record<Side, Seen[]> = { ours: [], theirs: [] }
    for (let round = 0; round < rounds; round++) {
      const order: readonly Side[] = round % 2 === 0 ? ['ours', 'theirs'] : ['theirs', 'ours']
      for (const side of order) seen[side].push(await visit(browser, `${origin}/${side}`, mount[side]))
    }
    return rowsOf(seen)
  } finally {
    pages.close()
    await Promise.all([browser.close(), stage.close()])
  }
}

const rowsOf = ({ ours, theirs }: Record<Side, Seen[]>): Row[] => {
  const middle = (all: Seen[], of: 'field' | 'page'): number => median(all.map(each => each[of]))
  const count = (all: Seen[]): number => median(all.map(({ requests }) => requests.length))
  const how = `median of ${rounds} interleaved rounds, each in a browser profile of its own; provider on this machine`
  const time = (name: string, of: 'field' | 'page', note: string): Row => ({
    name,
    figure: `${middle(ours, of).toFixed(1)} ms`,
    limit: `< ${middle(theirs, of).toFixed(1)} ms`,
    met: middle(ours, of) < middle(theirs, of),
    note: `${note}; ${how}; beside ${rival}`,
  })
  const listed = [...new Set(ours[0]?.requests)].join(', ')
  return [
    time('from mount to the first field', 'field', 'the script is loaded; the client is made with the mount'),
    time('from the navigation to the first field', 'page', 'with loading the script, uncached'),
    {
      name: 'requests made at mount',
      figure: String(count(ours)),
      limit: `≤ ${count(theirs)}`,
      met: count(ours) <= count(theirs),
      note: `within ${patience} ms, without preflights: ${listed}; beside ${rival}`,
    },
  ]
}

export const bench: Bench = { title: 'The sign-in widget on a page', run }
