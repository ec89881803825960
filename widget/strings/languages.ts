import { moreLanguages } from '#more-languages'
import { UsageError, warnDeveloper } from '../client/index.ts'
import { en, type Strings } from './en.ts'

export type Language = 'en' | keyof typeof moreLanguages

/** A language by its tag (BCP 47), whose region is not looked at: `de`, `de-CH`. */
export type LanguageTag = Language | `${Language}-${string}`

/** Texts at hand, or the way to them. */
const tables: Record<string, Strings | ((baseUrl: string) => Promise<Strings>)> = { en, ...moreLanguages }

/** @throws UsageError */
const languageOf = (tag: string): string => {
  const language = tag.toLowerCase().split('-')[0] ?? ''
  if (Object.hasOwn(tables, language)) return language
  throw new UsageError(`There are no texts in "${tag}". There are: ${Object.keys(tables).join(', ')}.`)
}

/** The texts of a language, or English while they are not at hand. @throws UsageError */
export const textsIn = (tag: string): Strings => {
  const table = tables[languageOf(tag)]
  return typeof table === 'object' ? table : en
}

/** The language that `textsIn` gives. @throws UsageError */
export const spokenIn = (tag: string): string => (typeof tables[languageOf(tag)] === 'object' ? tag : 'en')

/**
 * Brings the texts of a language to hand.
 * @returns null when they are there already. It never rejects: a form in English is better than none.
 */
export const bringTexts = (tag: string, baseUrl: string): Promise<void> | null => {
  const language = languageOf(tag)
  const table = tables[language]
  if (typeof table !== 'function') return null
  return table(baseUrl).then(
    texts => {
      tables[language] = texts
    },
    error => warnDeveloper(`The sign-in form is in English: its texts in "${tag}" could not be loaded.`, error),
  )
}
