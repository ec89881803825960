import { readFile } from 'node:fs/promises'
import { UsageError } from '@corroborate/server-kit/command-line'
import { OperatorError } from '@corroborate/server-kit/operator-error'
import { type ClientSettings, logoOf, parseSettings } from '../../openid/index.ts'
import { onOff, SettingError } from '../../projects/index.ts'
import type { CommandContext } from './command.ts'

type Flags = CommandContext['flags']

/** The settings of an application as options. */
export const appSettingFlags = {
  name: { argument: 'NAME', help: 'The name that people see' },
  description: { argument: 'TEXT', help: 'One line about it' },
  redirect: { argument: 'URL', help: 'Where people come back to. Requests must name exactly this URL (repeatable)' },
  'post-logout-redirect': { argument: 'URL', help: 'Where people may be sent after they logged out (repeatable)' },
  'backchannel-logout': { argument: 'URL|none', help: 'Called when a session ends' },
  scope: {
    argument: 'SCOPE',
    help: 'What it may ask for (repeatable; default: openid profile email phone offline_access)',
  },
  resource: { argument: 'URL', help: 'An API that it may ask tokens for (repeatable)' },
  serves: { argument: 'URL', help: 'An API that it is itself. It may ask us about tokens for that API (repeatable)' },
  'client-credentials': { argument: 'on|off', help: 'It may sign in as itself, if the project allows that' },
  pkce: { argument: 'on|off', help: 'off: a confidential application whose library has no PKCE' },
  logo: { argument: 'FILE|none', help: 'A PNG, JPEG or WebP of at most 64 KB, which we copy' },
}

/** Whether an option of `on|off` says on. @throws UsageError */
export const isOn = (flags: Flags, name: string): boolean => {
  try {
    return onOff(flags[name] ?? [])
  } catch (error) {
    throw error instanceof SettingError ? new UsageError(`--${name} ${error.message}.`) : error
  }
}

/** Settings with the changes of the options. @throws UsageError */
export const applied = (before: Partial<ClientSettings>, flags: Flags): ClientSettings => {
  const last = (name: string) => flags[name]?.at(-1)
  const given = {
    name: last('name'),
    description: last('description'),
    redirectUrls: flags.redirect,
    postLogoutRedirectUrls: flags['post-logout-redirect'],
    backchannelLogoutUrl: last('backchannel-logout') === 'none' ? null : last('backchannel-logout'),
    scopes: flags.scope?.flatMap(text => text.split(/[\s,]+/).filter(scope => scope !== '')),
    resources: flags.resource,
    serves: flags.serves,
    clientCredentials: flags['client-credentials'] && isOn(flags, 'client-credentials'),
    pkce: flags.pkce && isOn(flags, 'pkce'),
  }
  const parsed = parseSettings({
    ...before,
    ...Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)),
  })
  if (parsed.kind === 'settings') return parsed.settings
  throw new UsageError(parsed.sentence)
}

/** The logo to store; null for none, undefined when the options do not mention it. @throws OperatorError */
export const readLogo = async ({ logo }: Flags): Promise<string | null | undefined> => {
  const file = logo?.at(-1)
  if (file === undefined || file === 'none') return file === undefined ? undefined : null
  const bytes = await readFile(file).catch((cause: unknown) => {
    throw new OperatorError(`${file} cannot be read: ${cause instanceof Error ? cause.message : cause}.`)
  })
  const data = logoOf(bytes)
  if (data === null) throw new OperatorError(`${file} is no PNG, JPEG or WebP of at most 64 KB.`)
  return data
}
