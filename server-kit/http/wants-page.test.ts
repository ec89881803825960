import { expect, test } from 'vitest'
import { wantsPageBy } from './index.ts'

const form = 'application/x-www-form-urlencoded'

test.each([
  ['a browser window', { accept: 'text/html,*/*;q=0.8', contentType: undefined }, true],
  ['a form that a person sends', { accept: 'text/html', contentType: form, mode: 'navigate' }, true],
  ['a form of a browser that says little', { accept: '*/*', contentType: form }, true],
  ['a script that sends a form', { accept: '*/*', contentType: form, mode: 'cors' }, false],
  ['a program that asks for JSON', { accept: 'application/json', contentType: form }, false],
  ['a program that asks for anything', { accept: '*/*', contentType: undefined }, false],
])('HTML is served to %s', (_, asked, wants) => {
  expect(wantsPageBy(asked)).toBe(wants)
})
