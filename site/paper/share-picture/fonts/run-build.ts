import { buildFonts } from './build-fonts.ts'

await buildFonts()
