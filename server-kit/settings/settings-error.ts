import { ConfigurationError } from '../operator-error/index.ts'

/** An invalid setting: `sentence` follows the variable's name, as in "PORT must be …". */
export type Mistake = { variable: string; sentence: string }

/** Thrown when the environment is wrong; the message lists every mistake, one a line, and never shows a secret. */
export class SettingsError extends ConfigurationError {
  override name = 'SettingsError'
  readonly mistakes: readonly Mistake[]

  constructor(mistakes: readonly Mistake[]) {
    const lines = mistakes.map(({ variable, sentence }) => `${variable} ${sentence}`)
    const heading = mistakes.length === 1 ? 'One setting is wrong' : `${mistakes.length} settings are wrong`
    super(`${heading} (.env.example explains each):\n  ${lines.join('\n  ')}`)
    this.mistakes = mistakes
  }
}
