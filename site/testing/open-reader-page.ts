import type { Browser, BrowserContextOptions, Page } from '@playwright/test'
import { expect, onTestFinished } from 'vitest'
import type { RunningProduct } from './running-product.ts'

/** Ignores browser logs of failed requests and of interrupted view transitions. */
const isExpected = (text: string): boolean => /^Failed to load|^Transition/.test(text)

/** A new person's browser; fails the test when a page of ours logs an error or breaks its content policy. */
export const openReaderPage = async (
  browser: Browser,
  product: Pick<RunningProduct, 'origin' | 'identity'>,
  options: BrowserContextOptions = {},
): Promise<Page> => {
  const context = await browser.newContext({ baseURL: product.origin, ...options })
  const complaints: string[] = []
  const complain = (text: string): void => {
    if (!isExpected(text)) complaints.push(text)
  }
  context.on('console', message => {
    const { url } = message.location()
    const isOurs = url === '' || url.startsWith(product.origin) || url.startsWith(product.identity)
    if (message.type() === 'error' && isOurs) complain(message.text())
  })
  context.on('weberror', error => complain(error.error().message))
  // A file that was on its way when the reader went on to another page: its import fails, and that is no error.
  const left = new Set<string>()
  context.on('requestfailed', request => {
    if (request.failure()?.errorText === 'net::ERR_ABORTED') left.add(request.url())
  })
  onTestFinished(async () => {
    await context.close()
    expect(complaints.filter(text => ![...left].some(url => text.includes(url)))).toEqual([])
  })
  return context.newPage()
}
