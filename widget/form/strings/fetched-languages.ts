import type { OtherLocale } from '@corroborate/wire/locales'
import { createTextLoader, type TextFile } from './create-text-loader.ts'
import type { Strings } from './en.ts'

/** Put in by the build. */
declare const builtLanguages: Record<OtherLocale, TextFile>

/** Languages besides English. The plain script loads their strings on demand, since most pages don't need them. */
export const moreLanguages = {
  de: createTextLoader<Strings>(builtLanguages.de),
  es: createTextLoader<Strings>(builtLanguages.es),
} satisfies Record<OtherLocale, unknown>
