import { expect, test } from 'vitest'
import type { Project } from '../../projects/index.ts'
import type { Stage } from './stage.ts'
import type { Visitor } from './visitor.ts'

type Around = {
  stage: () => Stage
  open: (project: Project) => Promise<Visitor>
  /** Name of the client's error class for API errors. */
  apiError: string
}

const minutes = { session_duration_minutes: 60 }

/** Client behavior with social accounts. The sandbox plays the providers. */
export const describeOAuth = ({ stage, open, apiError }: Around): void => {
  test('signs in, with the key of the page that began, shows with the user, and is taken off', async () => {
    const { application, newProject, provider } = stage()
    const page = `${application}/authenticate`
    const visitor = await open(await newProject({ pkce: { magicLinks: false, passwordResets: false, oauth: true } }))
    const urls = { login_redirect_url: page, signup_redirect_url: page, custom_scopes: ['openid', 'calendar'] }
    // The page is left while the call runs: it may not hear of its end.
    const left = visitor.call('oauth.google.start', urls).catch(() => null)
    await visitor.page.waitForURL(`${provider}/sandbox/oauth/accounts.google.com/**`)
    await left
    await visitor.page.getByLabel('Email address').fill('ada@example.org')
    await visitor.page.getByRole('button', { name: 'Continue' }).click()
    await visitor.page.waitForURL(`${page}?*`)

    const landed = new URL(visitor.page.url())
    expect(landed.searchParams.get('stytch_token_type')).toBe('oauth')
    const token = landed.searchParams.get('token')
    await visitor.visit(landed.href)
    const answer = await visitor.call('oauth.authenticate', token, minutes)
    expect(answer).toMatchObject({
      provider_type: 'Google',
      provider_values: { scopes: expect.arrayContaining(['openid']) },
    })
    const { providers } = await visitor.call('user.get')
    const id = answer.oauth_user_registration_id
    expect(providers).toMatchObject([{ oauth_user_registration_id: id, provider_type: 'Google' }])

    expect(await visitor.refusal('oauth.authenticate', token, minutes)).toMatchObject({
      name: apiError,
      error_type: 'oauth_token_not_found',
    })
    const { __user: _, ...removed } = await visitor.call('user.deleteOAuthRegistration', id)
    expect(removed).toMatchObject({ status_code: 200 })
    expect((await visitor.call('user.get')).providers).toEqual([])
  })
}
