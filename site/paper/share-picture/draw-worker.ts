import { answerRequests } from '@corroborate/server-kit/worker-pool'
import { Resvg } from '@resvg/resvg-js'
import { drawPicture } from './draw-picture.ts'
import { fontFiles } from './fonts/font-files.ts'
import type { PictureModel } from './picture-model.ts'
import { openTypefaces } from './typeface.ts'

/** The thread behind `createSharePictures`: a model in, a PNG out. */
const typefaces = openTypefaces()

answerRequests((model: PictureModel): Uint8Array => {
  const { svg, families } = drawPicture(model, typefaces)
  // Fonts are loaded for each picture, so only those that it needs.
  const font = { loadSystemFonts: false, fontFiles: fontFiles(families) }
  return new Resvg(svg, { font }).render().asPng()
})
