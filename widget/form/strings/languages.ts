import { moreLanguages } from '#more-languages'
import { warnDeveloper } from '../../client/index.ts'
import { en, type Strings } from './en.ts'

/** The texts of each language, or the function that loads them. */
const tables: Record<string, Strings | ((baseUrl: string) => Promise<Strings>)> = { en, ...moreLanguages }

/**
 * Of a tag (BCP 47) only the language counts: `de` of `de-CH`. Where there are no texts in that language they are English, so that a page
 * may hand on what its reader's browser says.
 */
const languageOf = (tag: string): string => {
  const language = primaryOf(tag)
  return Object.hasOwn(tables, language) ? language : 'en'
}

const primaryOf = (tag: string): string => tag.toLowerCase().split('-')[0] ?? ''

/** The texts of a language, or English where they are not loaded. */
export const textsIn = (tag: string): Strings => {
  const table = tables[languageOf(tag)]
  return typeof table === 'object' ? table : en
}

/** The language that `textsIn` gives, as a tag. */
export const spokenIn = (tag: string): string => (textsIn(tag) === tables[primaryOf(tag)] ? tag : 'en')

/**
 * Loads the texts of a language.
 * @returns null when they are loaded already. It never rejects: a form in English is better than none.
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
