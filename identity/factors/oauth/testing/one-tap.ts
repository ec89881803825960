import type { OAuthUnderTest } from './visitor.ts'

/** Plays the One Tap frame of a page: requests a prompt and posts Google's response. */
export const oneTapAt = ({ provider }: Pick<OAuthUnderTest, 'provider'>) => {
  const { origin } = provider.settings.identity

  const start = async (query: Record<string, string> = {}) => {
    const search = new URLSearchParams({ public_token: provider.publicToken, ...query })
    const answer = await provider.app.request(`${origin}/v1/public/oauth/google/onetap/start?${search}`)
    const json = (await answer.json()) as Record<string, string>
    const [cookie = ''] = answer.headers.getSetCookie()
    return { status: answer.status, json, cookie, csrf: /^stytch_csrf_token=([^;]+)/.exec(cookie)?.[1] ?? '' }
  }

  const submit = async (
    { json, csrf }: Awaited<ReturnType<typeof start>>,
    idToken: string,
    change: { cookie?: string; body?: object; headers?: Record<string, string> } = {},
  ) => {
    const answer = await provider.app.request(`${origin}/v1/oauth/callback/${json.oauth_callback_id}`, {
      method: 'POST',
      headers: {
        'Content-Type': 'text/plain;charset=UTF-8',
        'X-Stytch-OAuth-Type': 'google-one-tap',
        Cookie: change.cookie ?? `stytch_csrf_token=${csrf}`,
        ...change.headers,
      },
      body: JSON.stringify({ id_token: idToken, stytch_csrf_token: csrf, ...change.body }),
    })
    return { status: answer.status, json: (await answer.json()) as Record<string, string> }
  }

  return { start, submit }
}
