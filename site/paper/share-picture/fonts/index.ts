export { buildFontsIfChanged } from './build-fonts-if-changed.ts'
export { type FontFile, readFontFiles } from './font-file.ts'
export { fontFiles } from './font-files.ts'
export { type FontFamily, fontFamilies, fontWeight } from './font-sources.ts'
