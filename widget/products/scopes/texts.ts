import { useWidget } from '../../form/index.ts'
import { de } from './de.ts'
import { en, type ScopeTexts } from './en.ts'
import { es } from './es.ts'

const tables: Readonly<Record<string, ScopeTexts>> = { en, de, es }

/** Strings of scopes in the widget's language, with the page's replacements of consent strings. */
export const useScopeTexts = (): ScopeTexts => {
  const { strings } = useWidget()
  return { ...en, ...tables[strings.common.language], ...strings.idp }
}
