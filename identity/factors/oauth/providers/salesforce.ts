import { z } from 'zod'
import { standardProfile } from './parts.ts'
import { provider } from './provider.ts'

const ids = z.object({ organization_id: z.string().regex(/^\w{15,18}$/), user_id: z.string().regex(/^\w{15,18}$/) })

/**
 * https://help.salesforce.com/s/articleView?id=sf.remoteaccess_using_openid.htm ; `host` is test.salesforce.com or a My Domain.
 * Organization administrators set their users' addresses, so these count only if the operator trusts them.
 */
export const salesforce = provider({
  id: 'salesforce',
  title: 'Salesforce',
  authorization: 'https://{host}/services/oauth2/authorize',
  token: 'https://{host}/services/oauth2/token',
  issuer: 'https://{host}',
  jwks: 'https://{host}/id/keys',
  places: { host: 'login.salesforce.com' },
  scopes: ['openid', 'profile', 'email'],
  idToken: { algorithms: ['RS256'], hasNonce: true },
  requests: () => [{ url: 'https://{host}/services/oauth2/userinfo', isUserInfo: true }],
  toProfile: ({ answers: [userInfo], trustsEmails }) => {
    const { organization_id, user_id } = ids.parse(userInfo)
    return { ...standardProfile(userInfo, trustsEmails ? 'B' : 'C'), subject: `${organization_id}.${user_id}` }
  },
})
