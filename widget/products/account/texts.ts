import { useWidget } from '../../form/index.ts'
import { de } from './de.ts'
import { type AccountTexts, en } from './en.ts'
import { es } from './es.ts'

const tables: Readonly<Record<string, AccountTexts>> = { en, de, es }

/** The texts of the account page in the language of the widget, with those that the page replaces. */
export const useTexts = (): AccountTexts => {
  const { strings } = useWidget()
  return { ...en, ...tables[strings.common.language], ...strings.account }
}

/** Writes times as the language of the widget does. */
export const useTimes = (): ((iso: string) => string) => {
  const { strings } = useWidget()
  const format = new Intl.DateTimeFormat(strings.common.language, { dateStyle: 'medium', timeStyle: 'short' })
  return iso => format.format(new Date(iso))
}
