import { createLifecycle } from '@corroborate/server-kit/lifecycle'
import { freePort } from '@corroborate/server-kit/testing/server'
import { onTestFinished } from 'vitest'
import { identityUnderTest } from '../../testing/index.ts'
import { issuerOf } from '../provider/index.ts'
// It is loaded when it is first wanted, for which the first test would wait.
import '../provider/make-provider.ts'
import { type Client, hashClientSecret, insertClient, newClientSecret } from '../store/index.ts'

/** A provider that listens on a port, and applications that sign people in with it. */
export const openidUnderTest = async (settings: Record<string, string> = {}) => {
  const port = await freePort()
  const origin = `http://localhost:${port}`
  const identity = await identityUnderTest({ ...settings, IDENTITY_ORIGIN: origin, IDENTITY_PORT: String(port) })
  const life = createLifecycle(2_000)
  await life.listen({ name: 'identity provider', app: identity.identity.app, port, host: '127.0.0.1' })
  onTestFinished(async () => void (await life.end()))
  const project = await identity.project()

  /** Creates an application, confidential by default, with its secret. */
  const addClient = async (given: Partial<Client> = {}, projectId = project.id) => {
    const secret = given.isPublic || given.authMethod === 'private_key_jwt' ? null : newClientSecret()
    const client: Client = {
      id: `connected-app-test-${crypto.randomUUID()}`,
      origin: 'operator',
      name: 'Reader',
      description: '',
      firstParty: false,
      isPublic: false,
      redirectUrls: ['https://reader.example.org/back'],
      postLogoutRedirectUrls: ['https://reader.example.org/'],
      backchannelLogoutUrl: null,
      scopes: ['openid', 'profile', 'email', 'phone', 'offline_access'],
      resources: [],
      serves: [],
      clientCredentials: false,
      pkce: true,
      authMethod: 'client_secret',
      jwks: null,
      jwksUri: null,
      profile: 'none',
      registered: {},
      logo: null,
      secretHash: secret === null ? null : hashClientSecret(secret),
      createdAt: 0,
      updatedAt: 0,
      ...given,
    }
    await insertClient(identity.db, projectId, client, Date.now())
    return { ...client, secret: secret ?? '' }
  }

  /** Performs the consent page's requests for the URL that the application redirected to. */
  const decide = async (url: string | URL, session: string, consent_granted = true) => {
    const { scope, resource, ...params } = Object.fromEntries(new URL(url).searchParams)
    const resources = new URL(url).searchParams.getAll('resource')
    const body = {
      ...params,
      ...(scope !== undefined && { scopes: scope.split(' ') }),
      ...(resource !== undefined && { resource: resources }),
    }
    const { code_challenge, state, nonce, ...first } = body as Record<string, unknown>
    const started = await identity.sdk('POST', '/idp/oauth/authorize/start', first, { session })
    if (started.status !== 200) return { started, submitted: started, url: null }
    const submitted = await identity.sdk(
      'POST',
      '/idp/oauth/authorize/submit',
      { ...body, consent_granted },
      { session },
    )
    const { redirect_uri } = submitted.data
    return { started, submitted, url: typeof redirect_uri === 'string' ? new URL(redirect_uri) : null }
  }

  return { ...identity, origin, issuer: new URL(issuerOf(origin, project.id)), addClient, decide, projectNow: project }
}
