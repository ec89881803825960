import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import process from 'node:process'
import { Provider } from 'oidc-provider'

// Child: `oidc-provider` alone, with its adapter that keeps everything in memory. It says where it is once it listens, and
// ends with its parent. Whoever comes is logged in as the person that they name, and allows everything.

const server = createServer()
server.listen(0, '127.0.0.1')
await once(server, 'listening')
const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

const provider = new Provider(origin, {
  clients: [
    {
      client_id: 'bench',
      client_secret: 'secret',
      redirect_uris: ['https://reader.example.org/back'],
      grant_types: ['authorization_code', 'refresh_token'],
    },
  ],
  cookies: { keys: ['bench'] },
  conformIdTokenClaims: false,
  claims: { openid: ['sub'], email: ['email', 'email_verified'] },
  features: { devInteractions: { enabled: false }, introspection: { enabled: true } },
  findAccount: (_, id) => ({
    accountId: id,
    claims: () => ({ sub: id, email: 'ada@example.org', email_verified: true }),
  }),
  rotateRefreshToken: true,
  ttl: {
    AccessToken: 3_600,
    AuthorizationCode: 60,
    Grant: 86_400,
    IdToken: 3_600,
    Interaction: 60,
    RefreshToken: 86_400,
    Session: 86_400,
  },
  interactions: { url: (_, { uid }) => `/interaction/${uid}` },
})
provider.use(async (ctx, next) => {
  if (!ctx.path.startsWith('/interaction/')) return next()
  const { params, prompt, session } = await provider.interactionDetails(ctx.req, ctx.res)
  if (prompt.name === 'login') {
    return provider.interactionFinished(ctx.req, ctx.res, { login: { accountId: String(params.login_hint) } })
  }
  const grant = new provider.Grant({ accountId: session?.accountId ?? '', clientId: 'bench' })
  grant.addOIDCScope('openid email offline_access')
  return provider.interactionFinished(ctx.req, ctx.res, { consent: { grantId: await grant.save() } })
})
server.on('request', provider.callback())
process.once('disconnect', () => process.exit())
process.send?.({ origin })
