import { warnDeveloper } from '../../client/index.ts'

/** The texts of a language, or the function that loads them. */
type Table<Texts> = Texts | ((baseUrl: string) => Promise<Texts>)

/** Creates strings in English and in lazily loaded `others`. */
export const createLanguages = <Texts extends object>(en: Texts, others: Readonly<Record<string, Table<Texts>>>) => {
  const tables: Record<string, Table<Texts>> = { en, ...others }

  /**
   * Returns the language of a BCP 47 tag, such as `de` of `de-CH`, so that pages can pass the browser's language. Falls back to English for
   * unsupported ones.
   */
  const languageOf = (tag: string): string => {
    const language = primaryOf(tag)
    return Object.hasOwn(tables, language) ? language : 'en'
  }

  /** The texts of a language, or English where they are not loaded. */
  const textsIn = (tag: string): Texts => {
    const table = tables[languageOf(tag)]
    return typeof table === 'object' ? table : en
  }

  return {
    textsIn,
    /** The language that `textsIn` gives, as a tag. */
    spokenIn: (tag: string): string => (textsIn(tag) === tables[primaryOf(tag)] ? tag : 'en'),
    isLoaded: (tag: string): boolean => typeof tables[languageOf(tag)] === 'object',
    /** True for a language that comes in a file of its own, loaded or not. */
    isLazy: (tag: string): boolean => typeof others[languageOf(tag)] === 'function',
    /**
     * Loads the texts of a language.
     * @returns null when they are loaded already. It never rejects: a form in English is better than none.
     */
    bringTexts: (tag: string, baseUrl: string): Promise<void> | null => {
      const language = languageOf(tag)
      const table = tables[language]
      if (typeof table !== 'function') return null
      return table(baseUrl).then(
        texts => {
          tables[language] = texts
        },
        error => warnDeveloper(`The sign-in form is in English: its texts in "${tag}" could not be loaded.`, error),
      )
    },
  }
}

const primaryOf = (tag: string): string => tag.toLowerCase().split('-')[0] ?? ''
