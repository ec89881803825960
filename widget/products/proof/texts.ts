import { useWidget } from '../../form/index.ts'
import { de } from './de.ts'
import { en, type ProofTexts } from './en.ts'
import { es } from './es.ts'

const tables: Readonly<Record<string, ProofTexts>> = { en, de, es }

/** The texts of a proof in the language of the widget, with those that the page replaces among the texts of accounts. */
export const useProofTexts = (): ProofTexts => {
  const { strings } = useWidget()
  return { ...en, ...tables[strings.common.language], ...strings.account }
}
