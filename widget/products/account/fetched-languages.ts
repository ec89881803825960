import type { OtherLocale } from '@corroborate/wire/locales'
import { createTextLoader, type TextFile } from '../../form/index.ts'
import type { OwnTexts } from './en.ts'

/** Put in by the build. */
declare const builtTexts: Record<OtherLocale, TextFile>

/** Languages besides English, each a file loaded on demand. */
export const moreLanguages = {
  de: createTextLoader<OwnTexts>(builtTexts.de),
  es: createTextLoader<OwnTexts>(builtTexts.es),
} satisfies Record<OtherLocale, unknown>
