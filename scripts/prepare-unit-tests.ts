import { buildFontsIfChanged } from '../site/paper/share-picture/index.ts'

/** Builds the fonts that unit tests draw with, once for all of them. */
const prepareUnitTests = async (): Promise<void> => {
  await buildFontsIfChanged()
}

export default prepareUnitTests
