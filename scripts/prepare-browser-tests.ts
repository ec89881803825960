import { findChromium } from '@corroborate/server-kit/testing/browser'

/** Fails early if no browser is available for the browser tests. */
const prepareBrowserTests = (): void => {
  findChromium()
}

export default prepareBrowserTests
