import type { OtherLocale } from '@corroborate/wire/locales'
import { createTextLoader, type TextFile } from './create-text-loader.ts'
import type { Strings } from './en.ts'

/** Put in by the build. */
declare const builtLanguages: Record<OtherLocale, TextFile>

/** The languages beside English. The plain script fetches their texts when a page asks for them: most pages do not. */
export const moreLanguages = {
  de: createTextLoader<Strings>(builtLanguages.de),
  es: createTextLoader<Strings>(builtLanguages.es),
} satisfies Record<OtherLocale, unknown>
