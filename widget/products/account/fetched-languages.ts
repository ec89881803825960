import type { OtherLocale } from '@corroborate/wire/locales'
import { fetchedTexts, type TextFile } from '../../form/index.ts'
import type { OwnTexts } from './en.ts'

/** Put in by the build. */
declare const builtTexts: Record<OtherLocale, TextFile>

/** The languages beside English, a file each that the file of this product fetches when a page asks for them. */
export const moreLanguages = {
  de: fetchedTexts<OwnTexts>(builtTexts.de),
  es: fetchedTexts<OwnTexts>(builtTexts.es),
} satisfies Record<OtherLocale, unknown>
