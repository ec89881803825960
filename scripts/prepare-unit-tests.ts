import { buildConsoleIfChanged } from '../identity/operate/console/index.ts'
import { buildFontsIfChanged } from '../site/paper/share-picture/index.ts'

/** Builds the fonts that unit tests draw with and the pages of the console, once for all of them. */
const prepareUnitTests = async (): Promise<void> => {
  await buildFontsIfChanged()
  await buildConsoleIfChanged()
}

export default prepareUnitTests
