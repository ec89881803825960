import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Frame, Page } from '@playwright/test'
import type { default as axeCore, Result } from 'axe-core'

type Found = {
  violations: Result[]
  /** Number of applicable rules without violations. */
  passes: number
}

/** The script that a page gets: the minified one, since each document is sent it anew. */
const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

const bring = async (frame: Frame): Promise<void> => {
  if (!(await frame.evaluate(() => 'axe' in window))) await frame.evaluate(source)
}

/**
 * Checks a page against the rules of axe-core.
 * @param include The part of the page that is checked, as a selector; the whole page without.
 * @param disableRules Rules that are left out, by id.
 */
export const axe = async (
  page: Page,
  { include, disableRules = [] }: { include?: string; disableRules?: readonly string[] } = {},
): Promise<Found> => {
  await Promise.all(page.frames().map(bring))
  return page.evaluate(
    async ([selector, rules]) => {
      const { axe: inPage } = window as unknown as { axe: typeof axeCore }
      const { violations, passes } = await inPage.run(selector ?? document, {
        rules: Object.fromEntries(rules.map(id => [id, { enabled: false }])),
        // To describe every element in which a rule found nothing takes half as long as to look.
        resultTypes: ['violations'],
      })
      return { violations, passes: passes.length }
    },
    [include, disableRules] as const,
  )
}
