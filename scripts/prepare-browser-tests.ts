import { findChromium } from '@corroborate/server-kit/testing/browser'
import { buildSiteIfChanged } from '../site/app/build-if-changed.ts'
import { buildWidgetIfChanged } from '../widget/build-if-changed.ts'

/** Does once, before the browser tests begin, what several of them at once would do in each other's way. */
const prepareBrowserTests = async (): Promise<void> => {
  findChromium()
  await buildWidgetIfChanged()
  await buildSiteIfChanged()
}

export default prepareBrowserTests
