import type { OtherLocale } from '@corroborate/wire/locales'
import type { Strings } from './en.ts'

/** Put in by the build: under which name the provider serves the texts of a language, and their hash. */
declare const builtLanguages: Record<OtherLocale, { file: string; integrity: string }>

/** Milliseconds to wait for the texts before the form appears in English. */
const patience = 5_000

const fetched =
  ({ file, integrity }: { file: string; integrity: string }) =>
  async (baseUrl: string): Promise<Strings> => {
    const answer = await fetch(`${baseUrl}/${file}`, { integrity, signal: AbortSignal.timeout(patience) })
    if (!answer.ok) throw new Error(`${file}: ${answer.status}`)
    return answer.json()
  }

/** The languages beside English. The plain script fetches their texts when a page asks for them: most pages do not. */
export const moreLanguages = {
  de: fetched(builtLanguages.de),
  es: fetched(builtLanguages.es),
} satisfies Record<OtherLocale, unknown>
