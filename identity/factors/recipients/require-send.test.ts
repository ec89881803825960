import { readSettings } from '@corroborate/server-kit/settings'
import { describe, expect, test } from 'vitest'
import { refuse } from '../../platform/refusal/refusal.ts'
import type { Core } from '../../sdk/core/create-core.ts'
import { requireSend } from './require-send.ts'

/** Creates a core whose rate limiter records counts and rejects the limits in `full`. */
const coreWith = (full: readonly string[] = [], near: readonly string[] = []) => {
  const counted: string[] = []
  const proofs: unknown[] = []
  const take = (name: string, key: string) => {
    counted.push(`${name} ${key}`)
    if (full.includes(`${name} ${key}`)) refuse('too_many_requests', { retryAfter: 60 })
    return { isNear: near.includes(name) }
  }
  const core = {
    settings: readSettings({}),
    guard: {
      address: async (name: string, { address }: { address: string }) => take(name, address),
      project: async (name: string, { id }: { id: string }, key: string) => take(name, `${id} ${key}`),
    },
    captcha: { requireWhenNear: async ({ kept }: { kept: unknown }) => void proofs.push(kept) },
  } as unknown as Core
  return { core, counted, proofs }
}
const asked = { project: { id: 'p' }, request: { address: '192.0.2.1' }, body: {} } as unknown as Pick<
  Parameters<typeof requireSend>[1],
  'project' | 'request' | 'body'
>
const text = { ...asked, channel: 'sms', to: '+41446681800', country: 'CH' } as const

describe('rate limits for messages', () => {
  test('an SMS counts twice for its sender, and for its number and country, per project', async () => {
    for (const channel of ['sms', 'whatsapp'] as const) {
      const { core, counted } = coreWith()
      await requireSend(core, { ...text, channel })
      expect(counted).toEqual([
        'sendPerAddress 192.0.2.1',
        'textPerAddress 192.0.2.1',
        'sendPerDestination p +41446681800',
        'textPerCountry p CH',
      ])
    }
  })

  test('a captcha is required when one of the message limits is close', async () => {
    const { core, proofs } = coreWith([], ['sendPerDestination'])
    await requireSend(core, text)
    await requireSend(core, { ...asked, channel: 'email', to: 'ada@example.org' })
    const [far, near] = [{ isNear: false }, { isNear: true }]
    expect(proofs).toEqual([
      [far, far, near, far],
      [far, near],
    ])
  })

  test('an email counts for its sender and its address', async () => {
    const { core, counted } = coreWith()
    await requireSend(core, { ...asked, channel: 'email', to: 'ada@example.org' })
    expect(counted).toEqual(['sendPerAddress 192.0.2.1', 'sendPerDestination p ada@example.org'])
  })

  test.each([
    'sendPerAddress 192.0.2.1',
    'textPerAddress 192.0.2.1',
    'sendPerDestination p +41446681800',
    'textPerCountry p CH',
  ])('a text is refused when %s is used up', async limit => {
    await expect(requireSend(coreWith([limit]).core, text)).rejects.toMatchObject({ type: 'too_many_requests' })
  })

  test.each(['login_template_id', 'signup_template_id', 'reset_password_template_id'] as const)(
    'an email with a custom template (%s) is rejected before counting, since none exist',
    async field => {
      const { core, counted } = coreWith()
      const mail = { ...asked, body: { [field]: 'ours' }, channel: 'email', to: 'ada@example.org' } as const
      await expect(requireSend(core, mail)).rejects.toMatchObject({ type: 'email_template_not_found' })
      expect(counted).toEqual([])
    },
  )

  test('a country limit does not block SMS to other countries', async () => {
    await requireSend(coreWith(['textPerCountry p CH']).core, { ...text, country: 'DE' })
  })
})
