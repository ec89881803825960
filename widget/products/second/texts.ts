import { useWidget } from '../../form/index.ts'
import { de } from './de.ts'
import { en, type SecondFactorTexts } from './en.ts'
import { es } from './es.ts'

const tables: Readonly<Record<string, SecondFactorTexts>> = { en, de, es }

/** The texts of this product in the language of the widget, with those that the page replaces. */
export const useTexts = (): SecondFactorTexts => {
  const { strings } = useWidget()
  return { ...en, ...tables[strings.common.language], ...strings.secondFactor }
}
