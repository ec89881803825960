import { buffer, text } from 'node:stream/consumers'
import { UsageError } from '@corroborate/server-kit/command-line'
import { messageOf } from '@corroborate/server-kit/error-message'
import { OperatorError } from '@corroborate/server-kit/operator-error'
import { authMethods, type ClientSettings, logoOf, parseSettings, profiles } from '../../openid/index.ts'
import { onOff, SettingError } from '../../projects/index.ts'
import type { CommandContext } from './command.ts'

type Flags = CommandContext['flags']
type Typed = Pick<CommandContext, 'flags' | 'open'>

/** The settings of an application as options. */
export const appSettingFlags = {
  name: { argument: 'NAME', help: 'Display name' },
  description: { argument: 'TEXT', help: 'One-line description' },
  redirect: { argument: 'URL', help: 'Redirect URL; requests must match it exactly (repeatable)' },
  'post-logout-redirect': { argument: 'URL', help: 'Post-logout redirect URL (repeatable)' },
  'backchannel-logout': { argument: 'URL|none', help: 'Called when a session ends' },
  scope: {
    argument: 'SCOPE',
    help: 'Allowed scope (repeatable; default: openid profile email phone offline_access)',
  },
  resource: { argument: 'URL', help: 'API it may request tokens for (repeatable)' },
  serves: { argument: 'URL', help: 'API it provides; it may introspect tokens for that API (repeatable)' },
  'client-credentials': { argument: 'on|off', help: 'Allow the client credentials grant, if the project allows it' },
  pkce: { argument: 'on|off', help: 'off: for a confidential client whose library lacks PKCE' },
  'auth-method': {
    argument: authMethods.join('|'),
    help: 'Client authentication: by secret, or by its own keys',
  },
  jwks: { argument: 'FILE', help: 'Public keys for private_key_jwt, as a JSON Web Key Set' },
  'jwks-uri': { argument: 'URL', help: 'URL of its public keys' },
  profile: {
    argument: profiles.join('|'),
    help: 'fapi2: accepts nothing less than FAPI 2.0: pushed requests, PKCE, DPoP, private_key_jwt. fapi2-message-signing: and signed requests and responses',
  },
  logo: { argument: 'FILE|none', help: 'A PNG, JPEG or WebP of at most 64 KB, which we copy' },
}

/** Parses an `on|off` option. @throws UsageError */
export const isOn = (flags: Flags, name: string): boolean => {
  try {
    return onOff(flags[name] ?? [])
  } catch (error) {
    throw error instanceof SettingError ? new UsageError(`--${name} ${error.message}.`) : error
  }
}

/** Settings with the changes of the options. @throws UsageError, OperatorError */
export const applied = async (before: Partial<ClientSettings>, typed: Typed): Promise<ClientSettings> => {
  const { flags } = typed
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
    profile: last('profile'),
    ...(await keysOf(typed)),
  }
  const parsed = parseSettings({
    ...before,
    ...Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)),
  })
  if (parsed.kind === 'settings') return parsed.settings
  throw new UsageError(parsed.sentence)
}

/** Parses the client authentication method. Given keys replace the existing ones; a secret removes them. */
const keysOf = async ({ flags, open }: Typed) => {
  const last = (name: string) => flags[name]?.at(-1)
  const file = last('jwks')
  const jwksUri = last('jwks-uri')
  const implied = [undefined, 'none'].includes(last('profile')) ? undefined : 'private_key_jwt'
  const authMethod = last('auth-method') ?? implied
  return {
    authMethod,
    ...(authMethod === 'client_secret' && { jwks: null, jwksUri: null }),
    ...(file !== undefined && { jwks: await readKeys(file, open), jwksUri: null }),
    ...(jwksUri !== undefined && { jwksUri, ...(file === undefined && { jwks: null }) }),
  }
}

const readKeys = async (file: string, open: Typed['open']): Promise<unknown> => {
  try {
    return JSON.parse(await text(open(file)))
  } catch (cause) {
    throw new OperatorError(`${file} is not a JSON Web Key Set: ${messageOf(cause)}.`)
  }
}

/** The logo to store; null for none, undefined when the options do not mention it. @throws OperatorError */
export const readLogo = async ({ flags: { logo }, open }: Typed): Promise<string | null | undefined> => {
  const file = logo?.at(-1)
  if (file === undefined || file === 'none') return file === undefined ? undefined : null
  const bytes = await buffer(open(file)).catch((cause: unknown) => {
    throw new OperatorError(`${file} cannot be read: ${messageOf(cause)}.`)
  })
  const data = logoOf(bytes)
  if (data === null) throw new OperatorError(`${file} is not a PNG, JPEG or WebP image of at most 64 KB.`)
  return data
}
