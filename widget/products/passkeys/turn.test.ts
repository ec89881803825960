import { expect, test } from 'vitest'
import { takeTurn } from './PasskeyButton.tsx'

const settled = () => new Promise(resolve => setImmediate(resolve))

test('forms take turns in order, and an unmounted one is skipped', async () => {
  const began: string[] = []
  const [first, second, third] = ['first', 'second', 'third'].map(name => {
    const { mine, give } = takeTurn()
    void mine.then(() => began.push(name))
    return { give }
  })
  await settled()
  expect(began).toEqual(['first'])
  // Leaving before its turn does not advance others.
  second?.give()
  await settled()
  expect(began).toEqual(['first'])
  first?.give()
  await settled()
  expect(began).toEqual(['first', 'second', 'third'])
  third?.give()
  await takeTurn().mine
})
