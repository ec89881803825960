import { createHash, randomBytes } from 'node:crypto'
import { openidUnderTest } from './relying-party.ts'

/** The one registered address of an application. */
export const back = 'https://reader.example.org/back'

type Provider = Awaited<ReturnType<typeof openidUnderTest>>
type Client = Awaited<ReturnType<Provider['addClient']>>

/**
 * Creates a signed-in user, an application, and its protocol steps with overrides for a test. `prepare` runs before the sign-in; its
 * changes to the project's keys take effect immediately.
 */
export const stage = async (
  settings: Record<string, string> = {},
  prepare: (provider: Provider) => Promise<void> = async () => {},
) => {
  const provider = await openidUnderTest(settings)
  await prepare(provider)
  const client = await provider.addClient()
  const { userId } = await provider.addUser('ada@example.org')
  const { session_token: session } = await provider.signIn(userId)
  const verifier = randomBytes(32).toString('base64url')
  const challenge = createHash('sha256').update(verifier).digest('base64url')
  const asked = (given: Record<string, string> = {}, of: Client = client): URL => {
    const url = new URL('http://localhost/oauth/authorize')
    url.search = new URLSearchParams({
      client_id: of.id,
      redirect_uri: of.redirectUrls[0] ?? '',
      response_type: 'code',
      scope: 'openid email offline_access',
      code_challenge: challenge,
      state: 'sent',
      ...given,
    }).toString()
    return url
  }
  const post = async (
    path: string,
    form: Record<string, string>,
    as: Client | null = client,
    headers: Record<string, string> = {},
  ) => {
    const basic = `Basic ${Buffer.from(`${as?.id}:${as?.secret}`).toString('base64')}`
    const answer = await fetch(`${provider.issuer}/oauth2/${path}`, {
      method: 'POST',
      body: new URLSearchParams(form),
      headers: as === null ? headers : { Authorization: basic, ...headers },
    })
    const text = await answer.text()
    return { status: answer.status, json: (text.startsWith('{') ? JSON.parse(text) : {}) as Record<string, string> }
  }
  const newCode = async (given: Record<string, string> = {}, of: Client = client): Promise<string> => {
    const { url, started, submitted } = await provider.decide(asked(given, of), session)
    const code = url?.searchParams.get('code')
    if (code == null) throw new Error(JSON.stringify([started.json, submitted.json, url?.href]))
    return code
  }
  const redeem = (code: string, given: Record<string, string> = {}, as: Client | null = client) =>
    post('token', { grant_type: 'authorization_code', code, redirect_uri: back, code_verifier: verifier, ...given }, as)
  const refresh = (
    refresh_token = '',
    as: Client | null = client,
    given: Record<string, string> = {},
    headers: Record<string, string> = {},
  ) => post('token', { grant_type: 'refresh_token', refresh_token, ...given }, as, headers)
  const isActive = async (token = '', as: Client = client): Promise<boolean> =>
    (await post('introspect', { token }, as)).json.active === (true as unknown)
  const start = async (given: Record<string, string>, as: string | null = session) => {
    const { scope = '', ...body } = { ...Object.fromEntries(asked(given).searchParams) }
    return provider.sdk('POST', '/oauth/authorize/start', { ...body, scope }, { session: as })
  }
  const count = async (table: 'openid_requests' | 'openid_consents' | 'openid_records'): Promise<number> =>
    (await provider.db.selectFrom(table).selectAll().execute()).length
  return {
    ...provider,
    client,
    userId,
    session,
    asked,
    post,
    newCode,
    redeem,
    refresh,
    isActive,
    start,
    count,
    verifier,
  }
}
