import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sdkPrefix } from '@corroborate/wire/call'
import {
  Client,
  type OAuthClientProvider,
  type OAuthDiscoveryState,
  type StoredOAuthClientInformation,
  type StoredOAuthTokens,
  StreamableHTTPClientTransport,
  UnauthorizedError,
} from '@modelcontextprotocol/client'
import { decodeJwt } from 'jose'
import { expect, onTestFinished, test } from 'vitest'
import { type RunningProduct, runProduct } from '../../testing/index.ts'

const doi = '10.1038/nature12373'
const back = 'https://assistant.example.org/back'

/** Creates an SDK client that registers itself and stores its tokens. `scope`: requested scopes. */
const newAssistant = (product: RunningProduct, scope?: string) => {
  const kept: {
    self?: StoredOAuthClientInformation
    tokens?: StoredOAuthTokens
    verifier?: string
    asked?: URL
    transport?: StreamableHTTPClientTransport
    found?: OAuthDiscoveryState
  } = {}
  const authProvider: OAuthClientProvider = {
    redirectUrl: back,
    clientMetadata: {
      client_name: 'Assistant',
      redirect_uris: [back],
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      token_endpoint_auth_method: 'none',
      ...(scope !== undefined && { scope }),
    },
    clientInformation: () => kept.self,
    saveClientInformation: self => {
      kept.self = self
    },
    tokens: () => kept.tokens,
    saveTokens: tokens => {
      kept.tokens = tokens
    },
    redirectToAuthorization: url => {
      kept.asked = url
    },
    saveCodeVerifier: verifier => {
      kept.verifier = verifier
    },
    codeVerifier: () => kept.verifier ?? '',
    saveDiscoveryState: found => {
      kept.found = found
    },
    discoveryState: () => kept.found,
  }
  const connect = async (): Promise<Client> => {
    const client = new Client({ name: 'assistant', version: '1.0.0' })
    kept.transport = new StreamableHTTPClientTransport(new URL(`${product.origin}/mcp`), { authProvider })
    await client.connect(kept.transport)
    onTestFinished(() => client.close())
    return client
  }
  const call = async (name: string, given: Record<string, unknown>) => {
    const client = await connect()
    return (await client.callTool({ name, arguments: given })) as {
      structuredContent?: Record<string, unknown>
      isError?: boolean
    }
  }
  return { kept, call }
}

/** Decides on the consent page for an authorization URL. */
const decide = async ({ sdk }: RunningProduct, asked: URL, session: string, consent_granted: boolean) => {
  const { scope = '', resource, ...rest } = Object.fromEntries(asked.searchParams)
  const request = { ...rest, scopes: scope.split(' '), ...(resource !== undefined && { resource: [resource] }) }
  const shown = await sdk('/idp/oauth/authorize/start', request, session)
  const { redirect_uri } = await sdk('/idp/oauth/authorize/submit', { ...request, consent_granted }, session)
  return { shown, url: new URL(String(redirect_uri)) }
}

const open = async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'corroborate-assistants-'))
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }))
  const product = await runProduct(dataDir)
  onTestFinished(async () => void (await product.stop()))
  const { token, userId } = await product.newSession('ada@example.org')
  /** A page of the site, as its person sees it. */
  const page = async (path: string): Promise<string> =>
    (
      await fetch(product.origin + path, { headers: { Cookie: `corroborate_session=${token}.`, Accept: 'text/html' } })
    ).text()
  return { product, session: token, userId, page }
}

test('an assistant reads anonymously, is authorized, writes drafts, is denied more, and is revoked', async () => {
  const { product, session, page } = await open()
  const { kept, call } = newAssistant(product)
  // The site has recorded the user.
  expect(await page('/dashboard')).toContain('ada@example.org')

  const read = await call('get_paper_status', { papers: [doi] })
  expect(read.structuredContent).toMatchObject({ papers: [{ paper: { doi } }] })
  expect(kept.asked).toBeUndefined()

  // The client must request authorization for exactly the missing scope.
  await expect(call('draft_note', { paper: doi, text: 'The link is dead.' })).rejects.toThrow(UnauthorizedError)
  expect(kept.asked?.searchParams.get('resource')).toBe(`${product.origin}/mcp`)
  expect(kept.asked?.searchParams.get('scope')?.split(' ')).toEqual(expect.arrayContaining(['notes:draft']))
  const no = await decide(product, kept.asked as URL, session, false)
  expect(no.url.searchParams.get('error')).toBe('access_denied')

  await expect(call('draft_note', { paper: doi, text: 'The link is dead.' })).rejects.toThrow(UnauthorizedError)
  const yes = await decide(product, kept.asked as URL, session, true)
  expect(JSON.stringify(yes.shown)).toContain('Write drafts of notes, which are sent only by you')
  await kept.transport?.finishAuth(yes.url.searchParams)
  const drafted = await call('draft_note', { paper: doi, text: 'The link is dead.' })
  expect(drafted.structuredContent).toMatchObject({ status: 'draft' })

  // The draft is in its owner's form with its origin, hidden from others, and not submitted.
  const form = await page(`/${doi}/comment?draft=assistant`)
  expect(form).toContain('Drafted by an assistant you authorized')
  expect(form).toMatch(/<textarea[^>]*name="content"[^>]*>The link is dead\.<\/textarea>/)
  expect(await (await fetch(`${product.origin}/${doi}/comment?draft=assistant`)).text()).not.toContain(
    'The link is dead',
  )
  expect(await page('/dashboard')).toContain('Note draft')

  // Missing scopes are rejected with a challenge for them.
  await expect(call('watch_paper', { paper: doi })).rejects.toThrow()
  expect(kept.asked?.searchParams.get('scope')?.split(' ')).toEqual(
    expect.arrayContaining(['notes:draft', 'papers:watch']),
  )
  expect(await page('/dashboard')).not.toContain('Unwatch')

  // After revocation there are no new tokens, and the last one expires within five minutes.
  const { connected_apps } = await readApps(product, session)
  await product.sdk(`/users/connected_apps/${connected_apps[0]?.connected_app_id}/revoke`, {}, session)
  const lifetime = decodeJwt(kept.tokens?.access_token ?? '')
  expect((lifetime.exp ?? 0) - (lifetime.iat ?? 0)).toBeLessThanOrEqual(5 * 60)
  kept.tokens = { ...(kept.tokens as StoredOAuthTokens), access_token: 'past.its.time' }
  await expect(call('draft_note', { paper: doi, text: 'Another.' })).rejects.toThrow()
  // An overloaded server responds with an error first, after which the SDK requests authorization again.
  const refresh = async (): Promise<unknown> => {
    const { token_endpoint = '' } = kept.found?.authorizationServerMetadata ?? {}
    const answer = await fetch(token_endpoint, {
      method: 'POST',
      body: new URLSearchParams({
        grant_type: 'refresh_token',
        refresh_token: kept.tokens?.refresh_token ?? '',
        client_id: kept.self?.client_id ?? '',
      }),
    })
    return ((await answer.json()) as { error?: unknown }).error
  }
  await expect.poll(refresh).toBe('invalid_grant')
})

const readApps = async (
  { identity, authorization }: RunningProduct,
  session: string,
): Promise<{ connected_apps: { connected_app_id: string }[] }> => {
  const answer = await fetch(`${identity}${sdkPrefix}/users/connected_apps`, {
    headers: { Authorization: authorization(session) },
  })
  return ((await answer.json()) as { data: Awaited<ReturnType<typeof readApps>> }).data
}
