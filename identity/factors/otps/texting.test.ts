import { describe, expect, test } from 'vitest'
import { readAudit } from '../../platform/audit/store.ts'
import { countMessages, identityUnderTest, readMailbox } from '../../testing/index.ts'

const phone = '+4915123456789'
const session_duration_minutes = 60
type Provider = Awaited<ReturnType<typeof identityUnderTest>>

const open = () => identityUnderTest({ LIMITS_SCALE: '1000' })

const enter = ({ sdk }: Provider, method_id: unknown, token: string, session: string | null = null) =>
  sdk('POST', '/otps/authenticate', { token, method_id, session_duration_minutes }, { session })

/** The newest factor of a session. */
const factorOf = ({ data }: Awaited<ReturnType<typeof enter>>) =>
  (data.session as { authentication_factors: object[] }).authentication_factors.at(-1)

const auditOf = async ({ db, project }: Provider, action: string) => {
  const { id: projectId } = await project()
  const entries = await readAudit(db, { projectId, since: 0, limit: 1_000 })
  const byChannel = (a: (typeof entries)[number], b: (typeof entries)[number]): number =>
    String(a.details.channel).localeCompare(String(b.details.channel))
  return entries.filter(entry => entry.action === action).toSorted(byChannel)
}

describe.each(['sms', 'whatsapp'] as const)('SMS and WhatsApp: %s', way => {
  test('send/primary sends nothing to a number without an account and records it as never delivered', async () => {
    const provider = await open()
    const { sdk, db } = provider
    const { status, data } = await sdk('POST', `/otps/${way}/send/primary`, { phone_number: phone })
    expect(status).toBe(200)
    expect(await countMessages(provider)).toBe(0)
    const texts = await db.selectFrom('texts').select(['method_id', 'channel']).execute()
    expect(texts).toEqual([{ method_id: data.method_id, channel: way }])
  })

  test('a verified number gets a code from send/primary, and the session’s factor names the number', async () => {
    const provider = await open()
    const first = await provider.sdk('POST', `/otps/${way}/login_or_create`, { phone_number: phone })
    await enter(provider, first.data.method_id, String((await readMailbox(provider, phone))[0].code))
    const { data } = await provider.sdk('POST', `/otps/${way}/send/primary`, { phone_number: phone })
    const [{ code }] = await readMailbox(provider, phone, 2)
    expect(factorOf(await enter(provider, data.method_id, String(code)))).toMatchObject({
      type: 'otp',
      delivery_method: way,
      phone_number_factor: { phone_id: data.phone_id, phone_number: phone },
    })
  })
})

test('signing in with an emailed code names the address in the session', async () => {
  const provider = await open()
  const { data } = await provider.sdk('POST', '/otps/email/login_or_create', { email: 'ada@example.org' })
  const [{ code }] = await readMailbox(provider, 'ada@example.org')
  expect(factorOf(await enter(provider, data.method_id, String(code)))).toMatchObject({
    type: 'otp',
    delivery_method: 'email',
    email_factor: { email_id: data.email_id, email_address: 'ada@example.org' },
  })
})

test.each([
  ['a page that does not ask for it', false, true],
  ['a program that asks for it, and has no page', true, false],
])('the code is not bound to a host for %s', async (_, enable_autofill, hasPage) => {
  const provider = await open()
  const { settings, sdk } = provider
  const headers = hasPage ? { Origin: settings.site.origin } : {}
  const sent = await sdk('POST', '/otps/sms/login_or_create', { phone_number: phone, enable_autofill }, { headers })
  expect(sent.status).toBe(200)
  expect((await readMailbox(provider, phone))[0].text).not.toMatch(/[@#]/)
})

test('the audit log records who requested a code, for which user, by which channel, and wrong attempts', async () => {
  const provider = await open()
  const { userId } = await provider.addUser('owner@example.org')
  const { session_token: session } = await provider.signIn(userId)
  const { sdk } = provider
  const alone = await sdk('POST', '/otps/email/login_or_create', { email: 'owner@example.org' })
  const added = await sdk('POST', '/otps/sms/send/secondary', { phone_number: phone }, { session })
  await enter(provider, alone.data.method_id, '000000')
  expect(await auditOf(provider, 'passcode.sent')).toMatchObject([
    { actor: 'anonymous', user_id: userId, details: { method_id: alone.data.method_id, channel: 'email' } },
    { actor: userId, user_id: userId, details: { method_id: added.data.method_id, channel: 'sms' } },
  ])
  expect(await auditOf(provider, 'passcode.refused')).toMatchObject([
    { actor: 'anonymous', user_id: userId, details: { method_id: alone.data.method_id } },
  ])
})
