import type { HttpContext, HttpEnv } from '@corroborate/server-kit/http'
import { Hono } from 'hono'
import type { Block, Page, Said } from './page.ts'
import { type Asker, readAsker } from './reader.ts'
import { codeField, comeIn, formValues, minutes, type Parts, passkeyOptions, plainForm } from './sign-in.ts'

/** Second factor routes: proves one, or enrolls one if the administrator has none. */
export const secondFactorRoutes = ({ core, sdk, show }: Parts): Hono<HttpEnv> => {
  const app = new Hono<HttpEnv>()
  const domain = new URL(core.origin).hostname

  /** Returns the visitor only if they have completed the first factor but not the second. */
  const halfway = async (c: HttpContext): Promise<Extract<Asker, { kind: 'halfway' }> | null> => {
    const asker = await readAsker(core, c)
    return asker.kind === 'halfway' ? asker : null
  }
  const elsewhere = (c: HttpContext) => c.redirect('/console', 303)
  const come = comeIn({ core, show })

  app.get('/second', async c => {
    const asker = await halfway(c)
    if (asker === null) return elsewhere(c)
    return show(c, asker.canProve ? provePage(asker) : choosePage())
  })

  app.post('/second/code', async c => {
    const asker = await halfway(c)
    if (asker === null) return elsewhere(c)
    const value = await formValues(c)
    const body = { totp_code: value('code').replace(/\s/g, ''), ...minutes }
    const answer = await sdk(c, 'POST', '/totps/authenticate', { body, session: asker.token })
    return come(c, answer, said => (value('enrolling') === '' ? provePage(asker, said) : confirmPage(said)))
  })

  app.post('/second/recovery', async c => {
    const asker = await halfway(c)
    if (asker === null) return elsewhere(c)
    const body = { recovery_code: (await formValues(c))('code').trim(), ...minutes }
    return come(c, await sdk(c, 'POST', '/totps/recover', { body, session: asker.token }), said =>
      provePage(asker, said),
    )
  })

  app.post('/second/app', async c => {
    const asker = await halfway(c)
    if (asker === null || asker.canProve) return elsewhere(c)
    const made = await sdk(c, 'POST', '/totps', { body: { expiration_minutes: 30 }, session: asker.token })
    if (made.kind === 'refused') return show(c, choosePage(made.sentence), 400)
    return show(c, enrolPage(made.data))
  })

  app.post('/second/passkey/options', async c => {
    const asker = await halfway(c)
    if (asker === null) return c.json({ error: 'Sign in first.' }, 403)
    const body = { domain, return_passkey_credential_options: true }
    const path = asker.canProve ? '/webauthn/authenticate/start/secondary' : '/webauthn/register/start'
    const started = await sdk(c, 'POST', path, { body, session: asker.token })
    if (started.kind === 'refused') return c.json({ error: started.sentence }, 400)
    const { public_key_credential_request_options: get, public_key_credential_creation_options: create } = started.data
    return c.json(passkeyOptions(get ?? create))
  })
  app.post('/second/passkey', async c => {
    const asker = await halfway(c)
    if (asker === null) return elsewhere(c)
    const body = { public_key_credential: (await formValues(c))('credential'), ...minutes }
    const path = asker.canProve ? '/webauthn/authenticate' : '/webauthn/register'
    const answer = await sdk(c, 'POST', path, { body, session: asker.token })
    return come(c, answer, said => (asker.canProve ? provePage(asker, said) : choosePage(said)))
  })

  return app
}

const wrong = (said: string | null): Said | null => (said === null ? null : { tone: 'wrong', text: said })

const provePage = (
  { user }: Extract<Asker, { kind: 'halfway' }>,
  said: string | null = null,
): Omit<Page, 'reader'> => ({
  title: 'Second factor',
  intro: 'The console requires a second factor.',
  said: wrong(said),
  blocks: [
    ...(user.totps.some(({ verified }) => verified)
      ? [
          plainForm('/console/second/code', 'Go on', [codeField('Code from your authenticator app')]),
          plainForm(
            '/console/second/recovery',
            'Go on',
            [{ name: 'code', label: 'Recovery code', type: 'text', required: true }],
            {
              folded: 'Use a recovery code',
              tone: 'plain',
            },
          ),
        ]
      : []),
    ...(user.webauthn_registrations.length > 0 ? [passkeyBlock('Use a passkey', 'sign-in')] : []),
    signOut,
  ],
})

const passkeyBlock = (label: string, ceremony: 'sign-in' | 'register'): Block => ({
  kind: 'passkey',
  label,
  action: '/console/second/passkey',
  options: '/console/second/passkey/options',
  ceremony,
})

const signOut: Block = plainForm('/console/sign-out', 'Sign out', [], { tone: 'plain' })

const choosePage = (said: string | null = null): Omit<Page, 'reader'> => ({
  title: 'Set up a second factor',
  intro: 'The console requires a second factor. Choose one to set up.',
  said: wrong(said),
  blocks: [
    plainForm('/console/second/app', 'Set up an authenticator app', []),
    passkeyBlock('Set up a passkey', 'register'),
    signOut,
  ],
})

const enrolPage = (made: Record<string, unknown>): Omit<Page, 'reader'> => ({
  title: 'Set up an authenticator app',
  intro: 'Scan the QR code with the app, then enter the code it shows.',
  blocks: enrolBlocks(made, '/console/second/code'),
})

/** A new authenticator app, with a form that confirms it by its first code. */
export const enrolBlocks = (made: Record<string, unknown>, action: string): Block[] => [
  { kind: 'picture', src: String(made.qr_code), alt: 'The key as a QR code; below it is text' },
  { kind: 'facts', rows: [['Key', { code: String(made.secret) }]] },
  {
    kind: 'heading',
    text: 'Recovery codes',
    note: 'Each works once instead of the app. Store them somewhere other than your phone. They won’t be shown again.',
  },
  { kind: 'text', label: 'Recovery codes', text: (made.recovery_codes as string[]).join('\n') },
  plainForm(action, 'Go on', [codeField('Code from the app')], { hidden: { enrolling: 'on' } }),
]

const confirmPage = (said: string): Omit<Page, 'reader'> => ({
  title: 'Set up an authenticator app',
  said: wrong(said),
  blocks: [
    plainForm('/console/second/code', 'Go on', [codeField('Code from the app')], { hidden: { enrolling: 'on' } }),
    plainForm('/console/second/app', 'Start over', [], { tone: 'plain' }),
  ],
})
