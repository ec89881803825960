import { oauthProviders } from '@corroborate/wire/providers'
import { describe, expect, test } from 'vitest'
import { providerMarks } from './marks.ts'

describe.each(oauthProviders)('the button of %s', provider => {
  test('draws a mark of its own', () => {
    expect(providerMarks[provider]).toMatch(/^(?:[\da-f]{0,6}:[Mm][\dA-Za-z .-]+(?::[\da-f]{3})?(?:\||$))+$/)
    expect(Object.values(providerMarks).filter(mark => mark === providerMarks[provider])).toHaveLength(1)
  })
})
