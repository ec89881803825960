import type { ProjectConfig } from './config.ts'

/** A setting of a project as a flag of the command line. */
export type SettingFlag = {
  /** Value placeholder for the help: `N`, `on|off`, `URL`. */
  argument: string
  help: string
  /**
   * Gets every value the flag was given, in order, and the settings as the flags before it left them.
   * @throws SettingError
   */
  apply: (config: ProjectConfig, values: string[]) => Partial<ProjectConfig>
}

/** Flags by their names. */
export type SettingFlags = Readonly<Record<string, SettingFlag>>

/** Validation error, phrased as the end of a sentence: `must be on or off`. */
export class SettingError extends Error {
  override name = 'SettingError'
}

/** A flag given twice counts as it was given last. */
export const last = (values: string[]): string => values.at(-1) ?? ''

/** @throws SettingError */
export const onOff = (values: string[]): boolean => {
  if (last(values) !== 'on' && last(values) !== 'off') throw new SettingError('must be on or off')
  return last(values) === 'on'
}

/** @throws SettingError */
export const number = (values: string[]): number => {
  if (!/^\d{1,7}$/.test(last(values))) throw new SettingError('must be a whole number')
  return Number(last(values))
}

export const added = (list: readonly string[], values: string[]): string[] => [...new Set([...list, ...values])]
export const without = (list: readonly string[], values: string[]): string[] =>
  list.filter(item => !values.includes(item))

/** Splits `NAME=TEXT`; the text is optional. */
export const named = (values: string[]): [name: string, text: string][] =>
  values.map(value => {
    const at = value.indexOf('=')
    return at === -1 ? [value, ''] : [value.slice(0, at), value.slice(at + 1)]
  })
