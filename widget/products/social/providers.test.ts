import { oauthProviders } from '@corroborate/wire/providers'
import { describe, expect, test } from 'vitest'
import { providerMarks, providerTitle } from './providers.ts'

test('every provider is called as it calls itself', () => {
  expect(oauthProviders.map(providerTitle).join(', ')).toBe(
    'Google, Microsoft, Apple, GitHub, GitLab, Facebook, Discord, Salesforce, Slack, Amazon, Bitbucket, LinkedIn, ' +
      'Coinbase, Twitch, Twitter, TikTok, Snapchat, Figma, Yahoo',
  )
})

describe.each(oauthProviders)('the button of %s', provider => {
  test('draws a mark of its own', () => {
    expect(providerMarks[provider]).toMatch(/^[Mm][\dA-Za-z .,-]+$/)
    expect(Object.values(providerMarks).filter(mark => mark === providerMarks[provider])).toHaveLength(1)
  })
})
