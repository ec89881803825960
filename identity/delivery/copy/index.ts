import type { Locale } from '../../platform/locales/index.ts'
import { german } from './de.ts'
import { english } from './en.ts'
import { spanish } from './es.ts'
import type { Words } from './words.ts'

export type { Change, Facts, Words } from './words.ts'

const tables: Readonly<Record<Locale, Words>> = { en: english, de: german, es: spanish }

/** Returns the message strings of a locale. */
export const wordsIn = (locale: Locale): Words => tables[locale]
