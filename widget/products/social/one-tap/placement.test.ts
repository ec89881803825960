import { expect, test } from 'vitest'
import { type Placement, placementOf } from './OneTap.tsx'

const positions = ['floating', 'embedded', 'floatingOrEmbedded', 'embeddedOnly', 'forceLegacyEmbedded'] as const

test.each<[string, { hasFedCm: boolean; isInShadow: boolean }, Placement[]]>([
  [
    'where the browser draws it',
    { hasFedCm: true, isInShadow: false },
    ['floating', 'floating', 'floating', 'none', 'embedded'],
  ],
  [
    'where Google draws it',
    { hasFedCm: false, isInShadow: false },
    ['floating', 'embedded', 'embedded', 'embedded', 'embedded'],
  ],
  [
    'in a shadow tree, where Google finds no place',
    { hasFedCm: false, isInShadow: true },
    ['floating', 'floating', 'floating', 'none', 'floating'],
  ],
])('prompt placement %s', (_, browser, placements) => {
  expect(positions.map(position => placementOf(position, browser))).toEqual(placements)
})
