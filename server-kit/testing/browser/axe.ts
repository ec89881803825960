import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'

/**
 * Checks a page, or a part of it, against the rules of axe-core: `await axe(page).include('.form').analyze()`.
 *
 * In the mode that runs inside the page alone: the other one opens a second page for every check, for frames of other
 * origins, which ours do not have.
 */
export const axe = (page: Page): AxeBuilder => new AxeBuilder({ page }).setLegacyMode()
