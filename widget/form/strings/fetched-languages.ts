import type { OtherLocale } from '@corroborate/wire/locales'
import type { Strings } from './en.ts'
import { fetchedTexts, type TextFile } from './fetched-texts.ts'

/** Put in by the build. */
declare const builtLanguages: Record<OtherLocale, TextFile>

/** The languages beside English. The plain script fetches their texts when a page asks for them: most pages do not. */
export const moreLanguages = {
  de: fetchedTexts<Strings>(builtLanguages.de),
  es: fetchedTexts<Strings>(builtLanguages.es),
} satisfies Record<OtherLocale, unknown>
