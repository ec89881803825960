import type { Browser, Page } from '@playwright/test'
import { aliveMark } from './alive-mark.ts'

/** The line and the phone: bits and milliseconds of a weak mobile network, and a processor a quarter as fast as this one. */
export const slowLine = { kilobits: 400, latency: 200, slowdown: 4 } as const
/** Milliseconds without change after which a page is taken to be still. */
export const stillness = 1_000
/** A page that is not alive by then is broken, in ms. */
const patience = 30_000
/** A task is felt when it keeps the page from answering for longer than this, in ms. */
const shortTask = 50

/**
 * `content` and `alive` in ms from the navigation. Until everything is alive: `blocked`, the part of all tasks that is beyond
 * 50 ms, from the first content on, and `script`, the time that scripts ran, both in ms. `shift`: the sum of all layout shifts.
 */
export type Seen = { content: number; alive: number; blocked: number; script: number; shift: number }

const slowDown = async (page: Page) => {
  const client = await page.context().newCDPSession(page)
  const bytesASecond = (slowLine.kilobits * 1_000) / 8
  await client.send('Network.enable')
  await client.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: slowLine.latency,
    downloadThroughput: bytesASecond,
    uploadThroughput: bytesASecond,
  })
  await client.send('Emulation.setCPUThrottlingRate', { rate: slowLine.slowdown })
  await client.send('Performance.enable')
  return client
}

// As text: these run in the page.
const watch = `{
  globalThis.shift = 0
  globalThis.longTasks = []
  new PerformanceObserver(list => {
    for (const entry of list.getEntries()) globalThis.shift += entry.value
  }).observe({ type: 'layout-shift', buffered: true })
  new PerformanceObserver(list => {
    for (const { startTime, duration } of list.getEntries()) globalThis.longTasks.push({ startTime, duration })
  }).observe({ type: 'longtask', buffered: true })
}`
const untilAlive = `new Promise((resolve, reject) => {
  new PerformanceObserver(list => {
    if (list.getEntriesByName('${aliveMark}').length > 0) resolve()
  }).observe({ type: 'mark', buffered: true })
  setTimeout(() => reject(new Error('No mark “${aliveMark}” after ${patience} ms.')), ${patience})
})`
const readPage = `({
  content: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? NaN,
  alive: performance.getEntriesByName('${aliveMark}').at(-1)?.startTime ?? NaN,
  shift: globalThis.shift,
  longTasks: globalThis.longTasks,
})`

type LongTask = { startTime: number; duration: number }

/** Total blocking time between two moments, in ms: the part of each long task beyond 50 ms. */
export const blockedTime = (tasks: readonly LongTask[], { from, to }: { from: number; to: number }): number =>
  tasks.reduce((sum, { startTime, duration }) => {
    const within = Math.min(startTime + duration, to) - Math.max(startTime, from)
    return sum + Math.max(0, within - shortTask)
  }, 0)

/** Loads a page on an emulated phone with an empty cache, until all resources have arrived. */
export const slowVisit = async (browser: Browser, url: string): Promise<Seen> => {
  const context = await browser.newContext({ viewport: { width: 390, height: 780 }, isMobile: true })
  try {
    const page = await context.newPage()
    await page.addInitScript(watch)
    const client = await slowDown(page)
    await page.goto(url, { waitUntil: 'commit' })
    await page.evaluate(untilAlive)
    const { metrics } = await client.send('Performance.getMetrics')
    await page.evaluate('document.fonts.ready')
    await page.waitForTimeout(stillness)
    const { content, alive, shift, longTasks } = (await page.evaluate(readPage)) as Omit<Seen, 'blocked' | 'script'> & {
      longTasks: LongTask[]
    }
    const seconds = metrics.find(({ name }) => name === 'ScriptDuration')?.value ?? Number.NaN
    const blocked = blockedTime(longTasks, { from: content, to: alive })
    return { content, alive, blocked, script: seconds * 1_000, shift }
  } finally {
    await context.close()
  }
}
