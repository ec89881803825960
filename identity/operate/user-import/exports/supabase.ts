import { z } from 'zod'
import { type ForeignUser, foreignUser, NotTaken } from '../foreign-user.ts'
import { readCsvOrJson } from '../read-rows.ts'
import {
  column,
  isYes,
  jsonColumn,
  leftIf,
  linksOf,
  nameOf,
  type OpenFormat,
  readTime,
  text,
  unreadFields,
} from './parts.ts'

/** A column that is text in CSV and a boolean in JSON. */
const yesOrNo = z.union([z.boolean(), column.transform(word => isYes(word, 'mark'))]).catch(false)

const userRow = z.object({
  id: z.string().min(1),
  email: column,
  encrypted_password: column,
  email_confirmed_at: column,
  phone: column,
  phone_confirmed_at: column,
  banned_until: column,
  deleted_at: column,
  is_anonymous: yesOrNo,
  raw_app_meta_data: jsonColumn,
  raw_user_meta_data: jsonColumn,
  created_at: column,
})
const identityRow = z.object({
  user_id: z.string().min(1),
  provider: text,
  provider_id: column,
  identity_data: jsonColumn,
})
const factorRow = z.object({ user_id: z.string().min(1), factor_type: text, status: text, secret: column })

const providers = {
  google: 'google',
  github: 'github',
  gitlab: 'gitlab',
  facebook: 'facebook',
  apple: 'apple',
  discord: 'discord',
  twitch: 'twitch',
  twitter: 'twitter',
  linkedin_oidc: 'linkedin',
  figma: 'figma',
}

/** Keys in Supabase's user metadata that were not set by the user. */
const notTheirs = ['sub', 'iss', 'email', 'email_verified', 'phone_verified', 'provider_id', 'full_name', 'name']

const without = (object: Record<string, unknown>, names: readonly string[]) =>
  Object.fromEntries(Object.entries(object).filter(([name]) => !names.includes(name)))

const ofUserRow = (value: unknown): ForeignUser => {
  const user = userRow.parse(value)
  if (user.deleted_at !== '') throw new NotTaken('is deleted there')
  if (user.is_anonymous) throw new NotTaken('is anonymous there')
  if (user.banned_until !== '') throw new NotTaken('is banned there')
  const said = user.raw_user_meta_data
  const whole = text.parse(said.full_name) || text.parse(said.name)
  const number = user.phone === '' || user.phone.startsWith('+') ? user.phone : `+${user.phone}`
  return foreignUser({
    id: user.id,
    emails: user.email === '' ? [] : [{ address: user.email, verified: user.email_confirmed_at !== '' }],
    phoneNumbers: number === '' ? [] : [{ number, verified: user.phone_confirmed_at !== '' }],
    name: nameOf({ whole }),
    passwordHash: user.encrypted_password === '' ? null : user.encrypted_password,
    trustedMetadata: without(user.raw_app_meta_data, ['provider', 'providers']),
    untrustedMetadata: without(said, notTheirs),
    createdAt: readTime(user.created_at),
    left: unreadFields(value, userRow),
  })
}

const ofIdentityRow = (value: unknown): ForeignUser => {
  const { user_id: id, provider, provider_id, identity_data } = identityRow.parse(value)
  const isOwn = provider === 'email' || provider === 'phone'
  const subject = provider_id || text.parse(identity_data.sub)
  return foreignUser({ id, ...(!isOwn && linksOf([{ provider, subject }], providers)), onlyAdds: true })
}

const ofFactorRow = (value: unknown): ForeignUser => {
  const { user_id: id, factor_type, status, secret } = factorRow.parse(value)
  if (status !== 'verified') throw new NotTaken('is a second factor that was never confirmed')
  const isApp = factor_type === 'totp' && secret !== ''
  return foreignUser({
    id,
    authenticator: isApp ? secret : null,
    left: leftIf(!isApp, 'a second factor'),
    onlyAdds: true,
  })
}

/**
 * Supabase: the table `auth.users` as CSV or JSON. Importing `auth.identities` and `auth.mfa_factors` afterwards adds social accounts and
 * authenticator apps.
 */
export const supabase: OpenFormat = () => ({
  counts: 'line',
  read: readCsvOrJson([]),
  toUser: value => {
    const row = z.record(z.string(), z.unknown()).parse(value)
    if ('identity_data' in row) return ofIdentityRow(row)
    if ('factor_type' in row) return ofFactorRow(row)
    if ('encrypted_password' in row) return ofUserRow(row)
    throw new NotTaken('is no row of auth.users, auth.identities or auth.mfa_factors')
  },
})
