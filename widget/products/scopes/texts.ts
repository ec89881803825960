import { useWidget } from '../../form/index.ts'
import { de } from './de.ts'
import { en, type ScopeTexts } from './en.ts'
import { es } from './es.ts'

const tables: Readonly<Record<string, ScopeTexts>> = { en, de, es }

/** What an application gets, in the language of the widget, with what the page replaces among the texts of the consent screen. */
export const useScopeTexts = (): ScopeTexts => {
  const { strings } = useWidget()
  return { ...en, ...tables[strings.common.language], ...strings.idp }
}
