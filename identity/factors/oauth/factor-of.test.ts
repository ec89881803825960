import { oauthProviders } from '@corroborate/wire/providers'
import { expect, test } from 'vitest'
import { factorOf } from './factor-of.ts'

const addressIn = (provider: (typeof oauthProviders)[number], emailId: string | null) => {
  const account = { provider, authority: '', subject: 's' }
  const factor = factorOf({ account }, { id: 'oauth-user-test-1', emailId })
  expect(factor).toMatchObject({
    type: 'oauth',
    delivery_method: `oauth_${provider}`,
    [`${provider}_oauth_factor`]: { id: 'oauth-user-test-1', provider_subject: 's' },
  })
  return (factor as Record<string, unknown>)[`${provider}_oauth_factor`]
}

test('a factor names the account’s email at providers with a contract field for it', () => {
  const without = oauthProviders.filter(
    each => !JSON.stringify(addressIn(each, 'email-test-1')).includes('email-test-1'),
  )
  expect([...without].sort()).toEqual(['snapchat', 'tiktok', 'twitter'])
})

test('a factor of an account without an email names none', () => {
  for (const each of oauthProviders) expect(addressIn(each, null)).not.toHaveProperty('email_id')
})
