import { oauthProviders } from '@corroborate/wire/providers'
import { describe, expect, test } from 'vitest'
import { providerMarks, providerTitles } from './providers.ts'

describe.each(oauthProviders)('the button of %s', provider => {
  test('names it, and nothing else', () => {
    expect(providerTitles[provider].toLowerCase()).toBe(provider)
  })

  test('draws a mark of its own', () => {
    expect(providerMarks[provider]).toMatch(/^[Mm][\dA-Za-z .,-]+$/)
    expect(Object.values(providerMarks).filter(mark => mark === providerMarks[provider])).toHaveLength(1)
  })
})
