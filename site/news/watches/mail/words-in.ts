import type { Locale } from '@corroborate/wire/locales'
import { german } from './de.ts'
import { english } from './en.ts'
import { spanish } from './es.ts'
import type { Words } from './words.ts'

const tables: Readonly<Record<Locale, Words>> = { en: english, de: german, es: spanish }

export const wordsIn = (locale: Locale): Words => tables[locale]
