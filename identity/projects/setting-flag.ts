import { type ProjectConfig, type RedirectKind, redirectUrl, sameUpToLoopbackPort } from './config.ts'

export type ChosenRedirect = { kind: 'url'; url: string } | { kind: 'none-set' } | { kind: 'not-allowed' }

/**
 * Selects the redirect URL of an emailed link. Defaults to the project's first; a requested URL must exactly match one of the project's
 * (RFC 9700, section 2.1), except that the port may differ on localhost. The Host header is never used.
 */
export const chooseRedirect = (
  project: Pick<ProjectConfig, 'redirectUrls'>,
  kind: RedirectKind,
  wish: string | undefined,
): ChosenRedirect => {
  const allowed = project.redirectUrls[kind]
  if (wish === undefined) {
    const first = allowed[0]
    return first === undefined ? { kind: 'none-set' } : { kind: 'url', url: first }
  }
  const parsed = redirectUrl.safeParse(wish)
  if (!parsed.success || !isWrittenAs(wish, parsed.data)) return { kind: 'not-allowed' }
  const match = allowed.some(url => sameUpToLoopbackPort(url, parsed.data))
  return match ? { kind: 'url', url: parsed.data } : { kind: 'not-allowed' }
}

/**
 * True when a text is a URL as browsers write it. Many texts make the same URL (`HTTPS:`, `:443`, `/./`, a host in other
 * letters): only one of them is compared. An origin may go without the slash of its first page.
 */
const isWrittenAs = (text: string, href: string): boolean => text === href || `${text}/` === href

/**
 * Returns the lifetime of an emailed or texted secret in minutes: as requested, capped at the project's limit. Longer requests are capped
 * rather than rejected, because the published client always requests its own default. Pure.
 */
export const lifetimeOf = (allowed: number, asked: number = allowed): number => Math.min(asked, allowed)

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
