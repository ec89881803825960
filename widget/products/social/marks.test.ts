import { oauthProviders } from '@corroborate/wire/providers'
import { describe, expect, test } from 'vitest'
import { paintOf, providerMarks } from './SocialButtons.tsx'

describe.each(oauthProviders)('%s button', provider => {
  test('the button has its own logo', () => {
    expect(providerMarks[provider]).toMatch(/^(?:~?[\da-f]{0,6}:[Mm][\dA-Za-z .-]+(?::[\da-f]{3})?(?:\||$))+$/)
    expect(Object.values(providerMarks).filter(mark => mark === providerMarks[provider])).toHaveLength(1)
  })
})

test('a logo uses its brand color, the text color, or one per color scheme', () => {
  expect(['ff9900', '', '~0052ff'].map(paintOf)).toEqual([
    '#ff9900',
    'currentColor',
    'light-dark(#0052ff,currentColor)',
  ])
})

/** WCAG 2.2 §1.4.3: how far two colours are apart, from 1 to 21. */
const contrast = (...colours: readonly [string, string]): number => {
  const [dark = 0, light = 0] = colours.map(luminance).toSorted((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}
const luminance = (colour: string): number => {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5]
    .map(place => Number.parseInt(colour.slice(place, place + 2), 16) / 255)
    .map(part => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
/** Colors of a secondary button in `default-theme.ts`. */
const [background, text] = ['#1a262e', '#e6ecee']

test.each(['linkedin', 'coinbase', 'facebook', 'discord', 'twitch', 'yahoo'] as const)(
  'the %s logo is visible on a dark button',
  provider => {
    const [fill] = providerMarks[provider].split(':')
    const drawn = paintOf(fill).replace('currentColor', text)
    const dark = /,(#\w+)\)$/.exec(drawn)?.[1] ?? drawn
    expect(contrast(dark, background)).toBeGreaterThanOrEqual(4.5)
  },
)
