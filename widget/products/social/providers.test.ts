import { oauthProviders } from '@corroborate/wire/providers'
import { describe, expect, test } from 'vitest'
import { providerMarks } from './marks.ts'
import { providerTitle } from './providers.ts'

test('every provider is called as it calls itself', () => {
  expect(oauthProviders.map(providerTitle).join(', ')).toBe(
    'Google, Microsoft, Apple, GitHub, GitLab, Facebook, Discord, Salesforce, Slack, Amazon, Bitbucket, LinkedIn, ' +
      'Coinbase, Twitch, Twitter, TikTok, Snapchat, Figma, Yahoo',
  )
})

describe.each(oauthProviders)('the button of %s', provider => {
  test('draws a mark of its own', () => {
    expect(providerMarks[provider]).toMatch(/^(?:[\da-f]{0,6}:[Mm][\dA-Za-z .-]+(?::[\da-f]{3})?(?:\||$))+$/)
    expect(Object.values(providerMarks).filter(mark => mark === providerMarks[provider])).toHaveLength(1)
  })
})
