import { z } from 'zod'
import { optionalText, standardProfile } from './parts.ts'
import { provider } from './provider.ts'

const guid = z.string().regex(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i)
const tenantClaims = z.object({
  tid: guid,
  oid: guid,
  preferred_username: optionalText,
  xms_edov: z.unknown().optional(),
})

/**
 * https://learn.microsoft.com/en-us/entra/identity-platform/v2-protocols-oidc
 * An administrator of any tenant can set `email` to any address. The user is therefore identified by `tid` and `oid` only, and the address
 * counts only if Microsoft confirms that the tenant owns its domain (`xms_edov`, an optional claim).
 */
export const microsoft = provider({
  id: 'microsoft',
  title: 'Microsoft',
  authorization: 'https://login.microsoftonline.com/{tenant}/oauth2/v2.0/authorize',
  token: 'https://login.microsoftonline.com/{tenant}/oauth2/v2.0/token',
  issuer: 'https://login.microsoftonline.com/{tid}/v2.0',
  jwks: 'https://login.microsoftonline.com/{tenant}/discovery/v2.0/keys',
  places: { tenant: 'common' },
  scopes: ['openid', 'profile', 'email'],
  idToken: { algorithms: ['RS256'], hasNonce: true },
  toProfile: ({ claims }) => {
    const { tid, oid, xms_edov } = tenantClaims.parse(claims)
    const ownsDomain = xms_edov === true || xms_edov === 1 || xms_edov === '1' || xms_edov === 'true'
    const profile = standardProfile({ ...claims, email_verified: ownsDomain }, 'B')
    return { ...profile, subject: `${tid}.${oid}`.toLowerCase() }
  },
})
