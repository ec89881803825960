import { findChromium } from '@corroborate/server-kit/testing/browser'

/** Says before the browser tests begin when there is no browser. */
const prepareBrowserTests = (): void => {
  findChromium()
}

export default prepareBrowserTests
