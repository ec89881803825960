import { checkShape, type Shape } from '../../shape/index.ts'
import { en, type Strings } from './en.ts'
import { bringTexts, isLazy, isLoaded, spokenIn, textsIn } from './languages.ts'

/** A language by its tag (BCP 47), such as `de-CH`, or texts of the page's own that replace those of a language. */
export type StringsOption =
  | string
  | ({ language?: string } & { readonly [Part in keyof Strings]?: Partial<Strings[Part]> })

/** Every text, in the language and with the replacements a page asks for. @throws UsageError for a text that does not exist. */
export const stringsOf = (option: StringsOption = 'en'): Strings => {
  if (typeof option === 'string') return textsIn(option)
  checkShape(option, shape, 'strings')
  const { language, ...own } = option
  const table = textsIn(languageOf(option))
  const merged: Record<string, Record<string, string>> = {}
  for (const [part, texts] of Object.entries(table)) {
    const replaced = Object.entries(own[part as keyof typeof own] ?? {}).filter(([, text]) => text !== undefined)
    merged[part] = { ...texts, ...Object.fromEntries(replaced) }
  }
  return merged as Strings
}

/** The language of those texts (WCAG 3.1.2); unknown when a page passes texts of its own and names no language. */
export const languageSpoken = (option: StringsOption = 'en'): string | undefined => {
  const isNamed = typeof option === 'string' || option.language !== undefined
  return isNamed ? spokenIn(languageOf(option)) : undefined
}

/** Loads what `stringsOf` needs from the provider, or gives null when it is loaded already. Never rejects. */
export const bringStrings = (option: StringsOption = 'en', baseUrl: string): Promise<void> | null =>
  bringTexts(languageOf(option), baseUrl)

/** True if `stringsOf` has all it needs, without `bringStrings`. */
export const stringsAreLoaded = (option: StringsOption = 'en'): boolean => isLoaded(languageOf(option))

/** True for texts that come in a file of their own, loaded or not: a server's markup has none of them. */
export const stringsAreLazy = (option: StringsOption = 'en'): boolean => isLazy(languageOf(option))

/** The language asked for, as a tag; English unless the option names another. */
export const languageOf = (option: StringsOption = 'en'): string =>
  typeof option === 'string' ? option : (option.language ?? 'en')

/** Of a part whose texts come with its product, the names are not known here. */
const textsShape = (texts: object): Shape => {
  const names = Object.keys(texts)
  return names.length === 0 ? 'object' : { fields: Object.fromEntries(names.map(name => [name, 'string'])) }
}

const shape: Shape = {
  fields: {
    language: 'string',
    ...Object.fromEntries(Object.entries(en).map(([part, texts]) => [part, textsShape(texts)])),
  },
}
