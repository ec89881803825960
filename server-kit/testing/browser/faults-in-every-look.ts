import type { Page } from '@playwright/test'
import { axe } from './axe.ts'

/**
 * Checks the current page in light and dark mode, on mobile and desktop, for axe violations and horizontal overflow. The page is loaded
 * once, since only styles differ.
 * @param widest selector of the part that must not scroll sideways.
 */
export const faultsInEveryLook = async (
  page: Page,
  { widths = [320, 1280], widest = ':root' }: { widths?: readonly number[]; widest?: string } = {},
): Promise<string[]> => {
  const faults: string[] = []
  for (const width of widths) {
    await page.setViewportSize({ width, height: 800 })
    for (const colorScheme of ['light', 'dark'] as const) {
      const look = `${colorScheme}, ${width} px`
      await page.emulateMedia({ colorScheme })
      // Colors fade into those of the other scheme. Waiting could take forever: a page may have endless animations, or get no frames.
      await page.evaluate(() => {
        for (const animation of document.getAnimations())
          if (animation.effect?.getComputedTiming().endTime !== Infinity) animation.finish()
      })
      const { violations } = await axe(page)
      faults.push(...violations.map(({ id, nodes }) => `${look}: ${id}: ${nodes[0]?.html}`))
      const overflow = await page.locator(widest).evaluate(box => box.scrollWidth - box.clientWidth)
      if (overflow > 0) faults.push(`${look}: ${overflow} px too wide`)
    }
  }
  return faults
}
