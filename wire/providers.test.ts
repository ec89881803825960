import { expect, test } from 'vitest'
import { oauthProviders, providerTitle } from './providers.ts'

test('every provider has its own spelling of its name', () => {
  expect(oauthProviders.map(providerTitle).join(', ')).toBe(
    'Google, Microsoft, Apple, GitHub, GitLab, Facebook, Discord, Salesforce, Slack, Amazon, Bitbucket, LinkedIn, ' +
      'Coinbase, Twitch, Twitter, TikTok, Snapchat, Figma, Yahoo',
  )
})
