import type { Frame, Page } from '@playwright/test'
import axeCore, { type Result } from 'axe-core'

type Found = {
  violations: Result[]
  /** How many rules had something to look at, and found it right. */
  passes: number
}

const bring = async (frame: Frame): Promise<void> => {
  if (!(await frame.evaluate(() => 'axe' in window))) await frame.evaluate(axeCore.source)
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
