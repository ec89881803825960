import { useWidget } from '../../form/index.ts'
import { useScopeTexts } from '../scopes/index.ts'
import { de } from './de.ts'
import { en, type IdpTexts, type OwnTexts } from './en.ts'
import { es } from './es.ts'

const tables: Readonly<Record<string, OwnTexts>> = { en, de, es }

/** The texts of this product in the language of the widget, with those that the page replaces. */
export const useTexts = (): IdpTexts => {
  const { strings } = useWidget()
  return { ...useScopeTexts(), ...en, ...tables[strings.common.language], ...strings.idp }
}

/** The project as people know it. */
export const useProjectName = (): string => useWidget().bootstrap?.projectName ?? location.host
