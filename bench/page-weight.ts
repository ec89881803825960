import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { buffer } from 'node:stream/consumers'
import type { Browser } from '@playwright/test'

/** Transfer size of a page on a first visit, in bytes: HTML gzipped, fonts as served. */
export type Weight = { html: number; fonts: number }

const bytesOf = async (url: string): Promise<number> => {
  const headers = { accept: 'text/html, */*', 'accept-encoding': 'gzip' }
  const [answer] = (await once(get(url, { headers }), 'response')) as [IncomingMessage]
  return (await buffer(answer)).byteLength
}

/** Opens a page once, and weighs it and the fonts that the browser fetches for it. */
export const weighPage = async (browser: Browser, url: string): Promise<Weight> => {
  const page = await browser.newPage()
  const fonts = new Set<string>()
  page.on('request', request => {
    if (request.resourceType() === 'font') fonts.add(request.url())
  })
  await page.goto(url, { waitUntil: 'networkidle' })
  await page.close()
  const weights = await Promise.all([...fonts].map(bytesOf))
  return { html: await bytesOf(url), fonts: weights.reduce((sum, bytes) => sum + bytes, 0) }
}
