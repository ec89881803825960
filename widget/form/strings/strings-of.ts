import { checkShape, type Shape } from '../../shape/index.ts'
import { en, type Strings } from './en.ts'
import { bringTexts, isLazy, isLoaded, spokenIn, textsIn } from './languages.ts'

/** A text with its `{name}` places filled in. A name without a value stays as it is, so that the mistake can be seen. */
export const fill = (text: string, values: Readonly<Record<string, string | number>>): string =>
  text.replace(/\{(\w+)\}/g, (place, name: string) => (Object.hasOwn(values, name) ? String(values[name]) : place))

/** A language by its tag (BCP 47), such as `de-CH`, or texts of the page's own that replace those of a language. */
export type StringsOption =
  | string
  | ({ language?: string } & { readonly [Part in keyof Strings]?: Partial<Strings[Part]> })

/** Returns all strings in the page's language with its replacements. @throws UsageError for an unknown string */
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

/** Loads the strings for `stringsOf` from the provider; null if already loaded. Never rejects. */
export const bringStrings = (option: StringsOption = 'en', baseUrl: string): Promise<void> | null =>
  bringTexts(languageOf(option), baseUrl)

/** True if `stringsOf` has all it needs, without `bringStrings`. */
export const stringsAreLoaded = (option: StringsOption = 'en'): boolean => isLoaded(languageOf(option))

/** True for texts that come in a file of their own, loaded or not: a server's markup has none of them. */
export const stringsAreLazy = (option: StringsOption = 'en'): boolean => isLazy(languageOf(option))

/** Returns the requested language tag; English by default. */
export const languageOf = (option: StringsOption = 'en'): string =>
  typeof option === 'string' ? option : (option.language ?? 'en')

/** Names of strings that come with a lazy product are unknown here. */
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
