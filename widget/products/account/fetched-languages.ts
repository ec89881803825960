import type { OtherLocale } from '@corroborate/wire/locales'
import { createTextLoader, type TextFile } from '../../form/index.ts'
import type { OwnTexts } from './en.ts'

/** Put in by the build. */
declare const builtTexts: Record<OtherLocale, TextFile>

/** The languages beside English, a file each that the file of this product fetches when a page asks for them. */
export const moreLanguages = {
  de: createTextLoader<OwnTexts>(builtTexts.de),
  es: createTextLoader<OwnTexts>(builtTexts.es),
} satisfies Record<OtherLocale, unknown>
