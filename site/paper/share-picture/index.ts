export { buildFontsIfChanged } from './fonts/build-fonts-if-changed.ts'
export { type PictureModel, pictureAlt, pictureModel, pictureSize, pictureVersion } from './picture-model.ts'
export { createSharePictures, type SharePictures, type WithPictures } from './share-pictures.ts'
