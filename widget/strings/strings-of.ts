import { UsageError } from '../client/index.ts'
import { checkShape, type Shape } from '../shape/index.ts'
import { de } from './de.ts'
import { en, type Strings } from './en.ts'

const tables = { en, de }

export type Language = keyof typeof tables

/** A language by its tag (BCP 47), whose region is not looked at: `de`, `de-CH`. */
type LanguageTag = Language | `${Language}-${string}`

/** A language, or texts of the page's own that replace those of a language. */
export type StringsOption =
  | LanguageTag
  | ({ language?: LanguageTag } & { readonly [Part in keyof Strings]?: Partial<Strings[Part]> })

/** Every text, in the language and with the replacements a page asks for. @throws UsageError for a text that does not exist. */
export const stringsOf = (option: StringsOption = 'en'): Strings => {
  if (typeof option === 'string') return tableOf(option)
  checkShape(option, shape, 'strings')
  const { language = 'en', ...own } = option
  const table = tableOf(language)
  const merged: Record<string, Record<string, string>> = {}
  for (const [part, texts] of Object.entries(table)) {
    const replaced = Object.entries(own[part as keyof typeof own] ?? {}).filter(([, text]) => text !== undefined)
    merged[part] = { ...texts, ...Object.fromEntries(replaced) }
  }
  return merged as Strings
}

const tableOf = (tag: string): Strings => {
  const language = tag.toLowerCase().split('-')[0] ?? ''
  if (Object.hasOwn(tables, language)) return tables[language as Language]
  throw new UsageError(`There are no texts in "${tag}". There are: ${Object.keys(tables).join(', ')}.`)
}

const textsShape = (texts: object): Shape => ({
  fields: Object.fromEntries(Object.keys(texts).map(name => [name, 'string' as const])),
})

const shape: Shape = {
  fields: {
    language: 'string',
    ...Object.fromEntries(Object.entries(en).map(([part, texts]) => [part, textsShape(texts)])),
  },
}
