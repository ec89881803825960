import { expect, test } from 'vitest'
import { directionFrom } from './PaperPage.tsx'

test.each([
  ['דנה כהן', 'rtl'],
  ['خلود الأحمد', 'rtl'],
  ['“דנה” Cohen', 'rtl'],
  ['Dana כהן', undefined],
  ['D. J. Bem', undefined],
  ['平井', undefined],
  ['', undefined],
  [undefined, undefined],
])('a line starting with %j is %s', (name, direction) => expect(directionFrom(name)).toBe(direction))
