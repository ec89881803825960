import { commandName } from '@corroborate/server-kit/command-line'
import { type HttpContext, type HttpEnv, HttpProblem, readFormData } from '@corroborate/server-kit/http'
import { formatAuthorization } from '@corroborate/wire/authorization'
import { sdkPrefix } from '@corroborate/wire/call'
import { Hono } from 'hono'
import { consoleSessionMinutes, consoleToken } from '../../administrators/console-project.ts'
import type { Core } from '../../sdk/core/create-core.ts'
import type { Field, Form, Page } from './page.ts'
import { readAsker, setToken } from './reader.ts'

/** Answers with a file to be saved. */
export const download = (c: HttpContext, name: string, type: string, text: string): Response => {
  c.header('Content-Type', `${type}; charset=utf-8`)
  c.header('Content-Disposition', `attachment; filename="${name}"`)
  return c.body(text)
}

/** Parses the request's form. @throws HttpProblem 400 if it is invalid or contains a NUL character, which PostgreSQL cannot store */
export const formOfRequest = async (c: HttpContext): Promise<FormData> => {
  const form = await readFormData(c)
  for (const [, value] of form) {
    if (typeof value === 'string' && value.includes('\0'))
      throw new HttpProblem(400, 'The form contains a NUL character.', { kind: 'malformed-body' })
  }
  return form
}

/** Returns a getter of form values; empty if missing. */
export const formValues = async (c: HttpContext): Promise<(name: string) => string> => {
  const form = await formOfRequest(c)
  return name => {
    const value = form.get(name)
    return typeof value === 'string' ? value : ''
  }
}

/** Response of an API call: its data or an error message. */
export type SdkAnswer =
  | { kind: 'answered'; data: Record<string, unknown> }
  | { kind: 'refused'; sentence: string; type: string }

/** Calls the provider's own `/sdk/v1` for a console visitor, whose network address counts for rate limits. */
export type SdkClient = (
  c: HttpContext,
  method: 'GET' | 'POST' | 'DELETE',
  path: string,
  call?: { body?: unknown; session?: string | null },
) => Promise<SdkAnswer>

/** Request headers forwarded with the call. */
const passedOn = ['User-Agent', 'X-Forwarded-For'] as const

/** The console is a client of the provider like any other, only that its calls need no wire. */
export const createSdkClient =
  (app: Hono<HttpEnv>, origin: string): SdkClient =>
  async (c, method, path, { body, session = null } = {}) => {
    const headers = new Headers({
      Authorization: formatAuthorization({ publicToken: consoleToken, sessionToken: session }),
      Origin: origin,
    })
    for (const name of passedOn) {
      const value = c.req.header(name)
      if (value !== undefined) headers.set(name, value)
    }
    if (body !== undefined) headers.set('Content-Type', 'application/json')
    const init = { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) }
    const answer = await app.request(`${origin}${sdkPrefix}${path}`, init, c.env)
    const text = await answer.text()
    if (!(answer.headers.get('Content-Type') ?? '').includes('json')) {
      return { kind: 'refused', sentence: 'Too many attempts. Try again in a few minutes.', type: 'captcha_required' }
    }
    const json = JSON.parse(text) as { data?: Record<string, unknown>; error_message?: string; error_type?: string }
    return answer.ok
      ? { kind: 'answered', data: json.data ?? {} }
      : { kind: 'refused', sentence: json.error_message ?? 'Something went wrong.', type: json.error_type ?? '' }
  }

export type Show = (c: HttpContext, page: Omit<Page, 'reader'>, status?: 200 | 400) => Response | Promise<Response>
export type Parts = { core: Core; sdk: SdkClient; show: Show }

export const minutes = { session_duration_minutes: consoleSessionMinutes.idle }

/** A form of the sign-in pages. */
export const plainForm = (
  action: string,
  submit: string,
  fields: readonly Field[],
  more: Partial<Pick<Form, 'hidden' | 'tone' | 'folded' | 'help'>> = {},
): Form => ({ kind: 'form', action, submit, tone: 'main', groups: [{ fields }], ...more })

const emailField: Field = { name: 'email', label: 'Email address', type: 'email', required: true }
export const codeField = (label: string): Field => ({ name: 'code', label, type: 'code', required: true })

const signInPage = (said: string | null, email = ''): Omit<Page, 'reader'> => ({
  title: 'Sign in to the console',
  intro: 'For administrators of this identity provider.',
  said: said === null ? null : { tone: 'wrong', text: said },
  blocks: [
    plainForm('/console/sign-in', 'Email me a code', [{ ...emailField, value: email }]),
    {
      kind: 'passkey',
      label: 'Sign in with a passkey',
      action: '/console/sign-in/passkey',
      options: '/console/sign-in/passkey/options',
      ceremony: 'sign-in',
    },
    plainForm(
      '/console/sign-in/password',
      'Sign in',
      [emailField, { name: 'password', label: 'Password', type: 'password', required: true }],
      { folded: 'Sign in with a password', tone: 'plain' },
    ),
  ],
})

/** Shown before the first administrator exists. */
const nobodyYetPage: Omit<Page, 'reader'> = {
  title: 'No administrators yet',
  intro: 'Add the first one on the server’s command line:',
  said: null,
  blocks: [{ kind: 'note', text: `${commandName('identity')} admin add EMAIL --role owner` }],
}

const codePage = (email: string, method: string, said: string | null = null): Omit<Page, 'reader'> => ({
  title: 'Enter the code',
  intro: `If ${email} belongs to an administrator, a six-digit code is on its way.`,
  said: said === null ? null : { tone: 'wrong', text: said },
  blocks: [
    plainForm('/console/sign-in/code', 'Go on', [codeField('Code from the email')], { hidden: { email, method } }),
    { kind: 'note', text: 'Didn’t get a code?', link: { label: 'Start over', href: '/console/sign-in' } },
  ],
})

/** Continues with the session of a proof, or shows the form again with the error. */
export const comeIn =
  ({ core, show }: Pick<Parts, 'core' | 'show'>) =>
  (c: HttpContext, answer: SdkAnswer, again: (said: string) => Omit<Page, 'reader'>) => {
    if (answer.kind === 'refused') return show(c, again(answer.sentence), 400)
    setToken(c, core, String(answer.data.session_token))
    return c.redirect('/console', 303)
  }

/** Returns passkey options with user verification required, as the console demands. */
export const passkeyOptions = (text: unknown): object => {
  const options = JSON.parse(String(text)) as { authenticatorSelection?: object }
  return {
    publicKey: {
      ...options,
      userVerification: 'required',
      ...(options.authenticatorSelection !== undefined && {
        authenticatorSelection: { ...options.authenticatorSelection, userVerification: 'required' },
      }),
    },
  }
}

/** First factor routes: emailed code or link, password, or passkey. Other users get no further. */
export const signInRoutes = ({ core, sdk, show }: Parts): Hono<HttpEnv> => {
  const app = new Hono<HttpEnv>()
  const domain = new URL(core.origin).hostname

  const come = comeIn({ core, show })

  app.get('/sign-in', async c => {
    if ((await core.projects.byPublicToken(consoleToken)) === null) return show(c, nobodyYetPage)
    const asker = await readAsker(core, c)
    if (asker.kind === 'administrator' || asker.kind === 'halfway') return c.redirect('/console', 303)
    const said = asker.kind === 'nobody' ? `${asker.email} is not an administrator.` : null
    return show(c, signInPage(said))
  })

  app.post('/sign-in', async c => {
    const value = await formValues(c)
    const email = value('email').trim()
    const sent = await sdk(c, 'POST', '/otps/email/send/primary', { body: { email, locale: 'en' } })
    if (sent.kind === 'refused') return show(c, signInPage(sent.sentence, email), 400)
    return show(c, codePage(email, String(sent.data.method_id)))
  })

  app.post('/sign-in/code', async c => {
    const value = await formValues(c)
    const [email, method] = [value('email'), value('method')]
    const body = { token: value('code').replace(/\s/g, ''), method_id: method, ...minutes }
    return come(c, await sdk(c, 'POST', '/otps/authenticate', { body }), said => codePage(email, method, said))
  })

  app.post('/sign-in/password', async c => {
    const value = await formValues(c)
    const body = { email: value('email').trim(), password: value('password'), ...minutes }
    return come(c, await sdk(c, 'POST', '/passwords/authenticate', { body }), said => signInPage(said, value('email')))
  })

  // Opening a link spends nothing, because mail scanners open links too.
  app.get('/sign-in/link', c =>
    show(c, {
      title: 'Sign in to the console',
      intro: 'Continue with the link from your email. It works once.',
      blocks: [plainForm('/console/sign-in/link', 'Go on', [], { hidden: { token: c.req.query('token') ?? '' } })],
    }),
  )
  app.post('/sign-in/link', async c => {
    const body = { token: (await formValues(c))('token'), ...minutes }
    return come(c, await sdk(c, 'POST', '/magic_links/authenticate', { body }), said => signInPage(said))
  })

  app.post('/sign-in/passkey/options', async c => {
    const body = { domain, return_passkey_credential_options: true }
    const started = await sdk(c, 'POST', '/webauthn/authenticate/start/primary', { body })
    if (started.kind === 'refused') return c.json({ error: started.sentence }, 400)
    return c.json(passkeyOptions(started.data.public_key_credential_request_options))
  })
  app.post('/sign-in/passkey', async c => {
    const body = { public_key_credential: (await formValues(c))('credential'), ...minutes }
    return come(c, await sdk(c, 'POST', '/webauthn/authenticate', { body }), said => signInPage(said))
  })

  app.post('/sign-out', async c => {
    const asker = await readAsker(core, c)
    if (asker.kind === 'administrator' || asker.kind === 'halfway') {
      await sdk(c, 'POST', '/sessions/revoke', { body: {}, session: asker.token })
    }
    setToken(c, core, null)
    return c.redirect('/console/sign-in', 303)
  })

  return app
}
