import {
  type AuthenticatorAbilities,
  type PluggedIn,
  plugInAuthenticator,
  see,
} from '@corroborate/server-kit/testing/browser'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import type { Project } from '../../../identity/projects/index.ts'
import { openStage, type Stage, type Visitor } from '../../testing/stage/index.ts'

let stage: Stage
let project: Project
beforeAll(async () => {
  stage = await openStage()
  project = await stage.newProject()
})
afterAll(() => stage?.close())

const open = async (): Promise<Visitor> => {
  const visitor = await stage.open(project)
  onTestFinished(() => visitor.context.close())
  return visitor
}

let people = 0
const signUp = async ({ page, mount }: Visitor): Promise<string> => {
  const email = `reader-${++people}@example.org`
  await mount('mountLogin')
  await page.evaluate(
    async address =>
      void (await window.signInClient.passwords.create({
        email: address,
        password: 'lantern-gravel-opus-41',
        session_duration_minutes: 60,
      })),
    email,
  )
  return email
}

const button = ({ page }: Visitor, name: string | RegExp) => page.getByRole('button', { name, exact: true })
const heading = ({ page }: Visitor, name: string) => page.getByRole('heading', { name, exact: true })
const said = ({ page }: Visitor) => page.getByRole('alert').filter({ hasText: /./ })
const types = async (visitor: Visitor) => (await visitor.noted()).events.map(({ type }) => type)
const registrations = ({ page }: Visitor) =>
  page.evaluate(async () => (await window.signInClient.user.get()).webauthn_registrations)

test('a passkey is registered, named, deleted, and signs in with a button', async () => {
  const visitor = await open()
  const { page } = visitor
  const key = await plugInAuthenticator(visitor.page)
  await visitor.mount('mountPasskeyRegistration')
  await see(page.getByRole('alert')).toHaveText(
    'Error: Cannot use PasskeyRegistration component without active user authenticated.',
  )
  await signUp(visitor)
  await visitor.mount('mountPasskeyRegistration')
  await button(visitor, 'Create a Passkey').click()
  await see(heading(visitor, 'Passkey successfully created!')).toBeFocused()
  await see(heading(visitor, 'Existing Passkeys')).toBeVisible()
  await expect.poll(() => types(visitor)).toEqual(['PASSKEY_REGISTER'])
  const [made] = await registrations(visitor)
  expect(made).toMatchObject({ domain: 'localhost', discoverable: true, verified: true })

  await button(visitor, `Rename ${made?.name}`).click()
  await see(page.getByLabel('Passkey name')).toBeFocused()
  await page.getByLabel('Passkey name').fill('My laptop')
  await page.keyboard.press('Enter')
  await see(page.getByRole('listitem')).toHaveText('My laptop')
  expect((await registrations(visitor))[0]?.name).toBe('My laptop')

  await button(visitor, 'Set up another Passkey').click()
  await button(visitor, 'Create a Passkey').click()
  await see(page.getByRole('alert').filter({ hasText: 'already registered' })).toHaveText(
    'The Passkey cannot be created as it seems to be already registered. It is possible this Passkey was registered on another device but has synced cross-device.',
  )
  // Nothing was made this time.
  await button(visitor, 'Skip').click()
  await see(heading(visitor, 'Existing Passkeys')).toBeFocused()
  await see(heading(visitor, 'Passkey successfully created!')).toHaveCount(0)
  await button(visitor, 'Done').click()
  await expect.poll(() => types(visitor)).toEqual(['PASSKEY_REGISTER', 'PASSKEY_SKIP', 'PASSKEY_DONE'])

  // Signed out, and in again by the button, in a browser that offers nothing in fields.
  await page.evaluate(async () => {
    await window.signInClient.session.revoke()
    PublicKeyCredential.isConditionalMediationAvailable = async () => false
  })
  const config = { products: ['emailMagicLinks', 'passkeys'] } as const
  await visitor.mount('mountLogin', { config })
  await button(visitor, 'Login with a Passkey').click()
  await see(heading(visitor, 'Success')).toBeFocused()
  await see(page.getByText('Your Passkey has been successfully authenticated.')).toBeVisible()
  await expect.poll(() => types(visitor)).toEqual(['PASSKEY_AUTHENTICATE', 'AUTHENTICATE_FLOW_COMPLETE'])

  // A deletion is signaled to the browser, and the passkey cannot sign in any more.
  await visitor.mount('mountPasskeyRegistration')
  await button(visitor, 'Skip').click()
  await button(visitor, 'Delete My laptop').click()
  await see(page.getByText('Once deleted, the passkey cannot be restored.')).toBeVisible()
  await button(visitor, 'Cancel').click()
  await button(visitor, 'Delete My laptop').click()
  await button(visitor, 'Delete').click()
  await see(page.getByText('No passkeys yet.')).toBeVisible()
  expect(await registrations(visitor)).toEqual([])
  // The page does not wait for the browser to inform its authenticators.
  const kept = async () => {
    const { credentials } = await key.device.send('WebAuthn.getCredentials', { authenticatorId: key.authenticatorId })
    return credentials
  }
  await expect.poll(kept).toEqual([])
})

/** A signed-out user with a passkey. */
const withPasskey = async (
  abilities?: AuthenticatorAbilities,
): Promise<{ visitor: Visitor; key: PluggedIn; id: string }> => {
  const visitor = await open()
  const key = await plugInAuthenticator(visitor.page, abilities)
  await signUp(visitor)
  await visitor.mount('mountPasskeyRegistration')
  await button(visitor, 'Create a Passkey').click()
  await see(heading(visitor, 'Passkey successfully created!')).toBeVisible()
  const [{ webauthn_registration_id: id } = { webauthn_registration_id: '' }] = await registrations(visitor)
  await visitor.page.evaluate(async () => void (await window.signInClient.session.revoke()))
  return { visitor, key, id }
}

test('conditional UI offers passkeys for one form at a time', async () => {
  const { visitor, key } = await withPasskey()
  const { page } = visitor
  const present = (enabled: boolean) =>
    key.device.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId: key.authenticatorId, enabled })
  await present(false)
  await page.evaluate(
    ([publicToken, baseUrl]) => {
      const { credentials } = navigator
      const asked: string[] = []
      const get = credentials.get.bind(credentials)
      credentials.get = options => {
        asked.push(options?.mediation ?? 'dialogue')
        return get(options)
      }
      const events: string[] = []
      const forms = ['first', 'second'].map(elementId => {
        document.body.insertAdjacentHTML('beforeend', `<div id="${elementId}"></div>`)
        return window.SignIn.mountLogin({
          publicToken,
          baseUrl,
          elementId,
          config: { products: ['emailMagicLinks', 'passkeys'] },
          callbacks: { onEvent: ({ type }) => events.push(`${elementId} ${type}`) },
        })
      })
      Object.assign(window, { asked, events, unmountFirst: () => forms[0]?.unmount() })
    },
    [project.publicToken, stage.provider] as const,
  )
  type Page = Window & { asked: string[]; events: string[]; unmountFirst: () => void }
  const seen = () =>
    page.evaluate(() => ({ asked: (window as never as Page).asked, events: (window as never as Page).events }))
  await see(page.locator('#first').getByLabel('Email')).toHaveAttribute('autocomplete', 'email webauthn')
  await see(page.locator('#second').getByLabel('Email')).toHaveAttribute('autocomplete', 'email webauthn')
  await see(button(visitor, 'Login with a Passkey')).toHaveCount(0)
  await see(page.getByText('or', { exact: true })).toHaveCount(0)
  await expect.poll(async () => (await seen()).asked).toEqual(['conditional'])
  expect(visitor.asked('/webauthn/authenticate/start/primary')).toHaveLength(1)
  // The second form gets its turn when the first is gone and the user is present.
  await present(true)
  await page.evaluate(() => (window as never as Page).unmountFirst())
  await see(page.locator('#second').getByRole('heading', { name: 'Success' })).toBeFocused()
  expect(await seen()).toEqual({
    asked: ['conditional', 'conditional'],
    events: ['second PASSKEY_AUTHENTICATE', 'second AUTHENTICATE_FLOW_COMPLETE'],
  })
})

test('a page on an IP address offers no passkeys', async () => {
  const visitor = await open()
  const { page } = visitor
  await page.goto(stage.application.replace('localhost', '127.0.0.1'))
  await visitor.mount('mountLogin', { config: { products: ['emailMagicLinks', 'passkeys'] } })
  await see(page.getByLabel('Email')).toBeVisible()
  await see(page.getByRole('status', { name: 'Loading' })).toHaveCount(0)
  await see(button(visitor, 'Login with a Passkey')).toHaveCount(0)
  expect(visitor.asked('/webauthn/authenticate/start/primary')).toEqual([])
})

test('a rejected passkey from autofill shows an error and is offered again five times with backoff', async () => {
  const { visitor, key, id } = await withPasskey()
  await stage.db.deleteFrom('passkeys').where('passkey_id', '=', id).execute()
  // The authenticator keeps it all the same.
  await visitor.page.evaluate(() => Object.assign(PublicKeyCredential, { signalUnknownCredential: undefined }))
  await visitor.page.clock.install()
  await visitor.mount('mountLogin', { config: { products: ['emailMagicLinks', 'passkeys'] } })
  await see(said(visitor)).toHaveText(
    'Passkey registration not found. You may have deleted the passkey from your account but not password manager. Please try again.',
  )
  for (let failures = 1; failures <= 6; failures++) {
    await expect.poll(async () => (await visitor.noted()).errors.length).toBe(failures)
    // The shortest that the pause may be, without the time that this test itself takes.
    await visitor.page.clock.runFor(2_000 * 2 ** failures - 2_000)
    expect(visitor.asked('/webauthn/authenticate')).toHaveLength(failures)
    await visitor.page.clock.runFor(2_200)
  }
  expect((await visitor.noted()).errors[0]).toMatchObject({ error_type: 'webauthn_registration_not_found' })
  await key.device.send('WebAuthn.disable')
})

test('a browser rejecting conditional UI is retried silently, while a rejected click shows an error', async () => {
  const visitor = await open()
  const { page } = visitor
  await page.evaluate(() => {
    PublicKeyCredential.isConditionalMediationAvailable = async () => true
    const counted = Object.assign(window, { refusals: 0 })
    navigator.credentials.get = async () => {
      counted.refusals++
      throw new DOMException('Not here.', 'NotAllowedError')
    }
  })
  const refusals = () => page.evaluate(() => (window as never as { refusals: number }).refusals)
  await page.clock.install()
  const config = { products: ['emailMagicLinks', 'passkeys'] } as const
  await visitor.mount('mountLogin', { config })
  for (let failures = 1; failures <= 6; failures++) {
    await expect.poll(refusals).toBe(failures)
    await see(said(visitor)).toHaveCount(0)
    await page.clock.runFor(2_000 * 2 ** failures + 200)
  }
  expect(await refusals()).toBe(6)
  expect((await visitor.noted()).errors).toEqual([])

  await page.evaluate(() => Object.assign(PublicKeyCredential, { isConditionalMediationAvailable: async () => false }))
  await visitor.mount('mountLogin', { config })
  await button(visitor, 'Login with a Passkey').click()
  await see(said(visitor)).toHaveText('Unknown error occurred during passkey authentication. Please try again.')
  expect((await visitor.noted()).errors).toHaveLength(1)
})

test('a security key without PIN re-authenticates as one factor and is rejected when its counter decreases', async () => {
  const visitor = await open()
  const abilities = {
    transport: 'usb',
    hasResidentKey: false,
    hasUserVerification: false,
    isUserVerified: false,
  } as const
  const { device, authenticatorId } = await plugInAuthenticator(visitor.page, abilities)
  const { page } = visitor
  await signUp(visitor)
  // No form has loaded the passkey code, so the client does.
  await page.evaluate(async () => void (await window.signInClient.webauthn.register()))
  expect(await registrations(visitor)).toMatchObject([{ discoverable: false }])
  const confirm = () =>
    page.evaluate(async () => {
      const answer = await window.signInClient.webauthn
        .authenticate({ session_duration_minutes: 60 })
        .catch((error: Error & { error_type?: string }) => error)
      return answer instanceof Error
        ? { refused: answer.error_type ?? String(answer) }
        : { factors: answer?.session.authentication_factors }
    })
  const factors = [{ type: 'password' }, { type: 'webauthn', webauthn_factor: { user_verified: false } }]
  expect(await confirm()).toMatchObject({ factors })
  const [credential] = (await device.send('WebAuthn.getCredentials', { authenticatorId })).credentials
  if (credential === undefined) throw new Error('The authenticator has lost its key.')
  await device.send('WebAuthn.removeCredential', { authenticatorId, credentialId: credential.credentialId })
  await device.send('WebAuthn.addCredential', { authenticatorId, credential: { ...credential, signCount: 0 } })
  expect(await confirm()).toEqual({ refused: 'unable_to_auth_webauthn_registration' })
})
