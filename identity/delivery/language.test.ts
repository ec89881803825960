import { expect, test } from 'vitest'
import { identityUnderTest, readMailbox } from '../testing/index.ts'

const asks = [
  {
    path: '/magic_links/email/login_or_create',
    to: { email: 'link@example.org' },
    says: ['Su enlace para Corroborate', 'Ihr Link zu Corroborate'],
  },
  {
    path: '/magic_links/email/send/primary',
    to: { email: 'nobody@example.org' },
    says: ['Inicio de sesión en Corroborate', 'Anmeldung bei Corroborate'],
  },
  {
    path: '/otps/email/login_or_create',
    to: { email: 'code@example.org' },
    says: ['es su código para Corroborate', 'ist Ihr Code für Corroborate'],
  },
  {
    path: '/otps/sms/login_or_create',
    to: { phone_number: '+41446681800' },
    says: ['es su clave para Corroborate', 'ist Ihr Code für Corroborate'],
  },
  {
    path: '/otps/whatsapp/send/primary',
    to: { phone_number: '+41446681801' },
    says: ['es su clave para Corroborate', 'ist Ihr Code für Corroborate'],
  },
  {
    path: '/passwords/email/reset/start',
    to: { email: 'known@example.org' },
    says: ['Elija una contraseña nueva', 'Neues Passwort festlegen'],
  },
] as const

test.each(asks)('$path sends mail in the requested language, English by default', async ({ path, to, says }) => {
  const identity = await identityUnderTest()
  const { sdk, addUser, db, project } = identity
  await addUser('known@example.org')
  if ('phone_number' in to) {
    // So that the number receives its code rather than a withheld message.
    const owner = await project()
    const { userId } = await addUser('phone@example.org')
    const row = { project_id: owner.id, phone_id: 'phone-number-test-1', user_id: userId, created_at: 0, verified: 1 }
    await db
      .insertInto('user_phone_numbers')
      .values({ ...row, phone_number: to.phone_number })
      .execute()
  }
  const address = 'email' in to ? to.email : to.phone_number
  const said = async (locale: string | undefined, count: number) => {
    const { status } = await sdk('POST', path, { ...to, ...(locale !== undefined && { locale }) })
    expect(status).toBe(200)
    const [{ subject, text }] = await readMailbox(identity, address, count)
    return `${subject} ${text}`
  }
  const [spanish, german] = says
  expect(await said('es-MX', 1)).toContain(spanish)
  expect(await said('de-CH', 2)).toContain(german)
  for (const [n, locale] of ['fr', undefined].entries()) {
    const english = await said(locale, n + 3)
    for (const words of says) expect(english).not.toContain(words)
  }
})

test('a project has a default language, also used for messages nobody requested', async () => {
  const identity = await identityUnderTest()
  const { sdk, configure, addUser, signIn } = identity
  await configure({ locale: 'es' })
  await sdk('POST', '/otps/email/login_or_create', { email: 'code@example.org' })
  await sdk('POST', '/otps/email/login_or_create', { email: 'english@example.org', locale: 'en' })
  expect((await readMailbox(identity, 'code@example.org'))[0].subject).toMatch(/^\d{6} es su código para Corroborate$/)
  expect((await readMailbox(identity, 'english@example.org'))[0].subject).toMatch(
    /^\d{6} is your passcode for Corroborate$/,
  )
  const { session_token: session } = await signIn((await addUser('ada@example.org')).userId)
  await sdk('POST', '/passwords/session/reset', { password: 'lantern-gravel-opus-41' }, { session })
  expect((await readMailbox(identity, 'ada@example.org'))[0].subject).toBe(
    'Se ha establecido una contraseña en Corroborate',
  )
})
