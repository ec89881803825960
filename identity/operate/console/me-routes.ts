import { type HttpContext, type HttpEnv, HttpProblem } from '@corroborate/server-kit/http'
import { Hono } from 'hono'
import { consoleSessionMinutes } from '../../administrators/index.ts'
import type { Core } from '../../sdk/core/index.ts'
import { administratorOf } from './administrator-of.ts'
import { formValues } from './read-form.ts'
import { setToken } from './reader.ts'
import { say } from './said.ts'
import type { SdkAnswer, SdkClient } from './sdk-client.ts'
import { enrolBlocks } from './second-factor.ts'
import type { ShowPage } from './show-page.ts'
import { passkeyOptions } from './sign-in.ts'
import { readerOf } from './views/index.ts'

type Parts = { core: Core; sdk: SdkClient; show: ShowPage }

const here = '/console/me'

/** Routes for administrators' own accounts, through the regular user endpoints and rules. */
export const meRoutes = ({ core, sdk, show }: Parts): Hono<HttpEnv> => {
  const app = new Hono<HttpEnv>()
  const domain = new URL(core.origin).hostname

  const came = (c: HttpContext, answer: SdkAnswer, words: string): Response => {
    if (answer.kind === 'refused') throw new HttpProblem(422, answer.sentence)
    const { session_token: token } = answer.data
    if (typeof token === 'string' && token !== '') setToken(c, core, token)
    say(c, core, words)
    return c.redirect(here, 303)
  }

  app.post('/me/password', async c => {
    const { token } = await administratorOf(core, c)
    const body = { password: (await formValues(c))('password'), session_duration_minutes: consoleSessionMinutes.idle }
    return came(c, await sdk(c, 'POST', '/passwords/session/reset', { body, session: token }), 'The password was set.')
  })

  app.post('/me/passkeys/options', async c => {
    const { token } = await administratorOf(core, c)
    const body = { domain, return_passkey_credential_options: true }
    const started = await sdk(c, 'POST', '/webauthn/register/start', { body, session: token })
    if (started.kind === 'refused') return c.json({ error: started.sentence }, 400)
    return c.json(passkeyOptions(started.data.public_key_credential_creation_options))
  })
  app.post('/me/passkeys', async c => {
    const { token } = await administratorOf(core, c)
    const body = { public_key_credential: (await formValues(c))('credential') }
    return came(c, await sdk(c, 'POST', '/webauthn/register', { body, session: token }), 'The passkey was added.')
  })
  app.post('/me/passkeys/:id/remove', async c => {
    const { token } = await administratorOf(core, c)
    const path = `/users/webauthn_registrations/${c.req.param('id')}`
    return came(c, await sdk(c, 'DELETE', path, { session: token }), 'The passkey was removed.')
  })

  app.post('/me/apps', async c => {
    const administrator = await administratorOf(core, c)
    const made = await sdk(c, 'POST', '/totps', { body: { expiration_minutes: 30 }, session: administrator.token })
    if (made.kind === 'refused') throw new HttpProblem(422, made.sentence)
    return show(c, {
      title: 'Set up an authenticator app',
      reader: readerOf(administrator, here),
      blocks: enrolBlocks(made.data, '/console/me/apps/confirm'),
    })
  })
  app.post('/me/apps/confirm', async c => {
    const { token } = await administratorOf(core, c)
    const code = (await formValues(c))('code').replace(/\s/g, '')
    const body = { totp_code: code, session_duration_minutes: consoleSessionMinutes.idle }
    return came(c, await sdk(c, 'POST', '/totps/authenticate', { body, session: token }), 'The app was set up.')
  })
  app.post('/me/apps/:id/remove', async c => {
    const { token } = await administratorOf(core, c)
    const path = `/users/totps/${c.req.param('id')}`
    return came(c, await sdk(c, 'DELETE', path, { session: token }), 'The app was removed.')
  })

  app.post('/me/sessions/:id/end', async c => {
    const { token } = await administratorOf(core, c)
    const path = `/account/sessions/${c.req.param('id')}`
    return came(c, await sdk(c, 'DELETE', path, { session: token }), 'The session was ended.')
  })

  return app
}
