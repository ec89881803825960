import { expect, test } from 'vitest'
import { isMailAddress } from './is-mail-address.ts'

test.each([
  'a@b.c',
  'ada.b+c@my-lab.uni-x.de',
  'ada@münchen.example',
  '1@2.3',
  'a@b1c.d2e',
  `${'a'.repeat(64)}@example.org`,
])('%s is a mail address', address => expect(isMailAddress(address)).toBe(true))

test.each([
  ['a name with a space', 'a b@example.org'],
  ['nobody at a place', '@example.org'],
  ['a name that is too long', `${'a'.repeat(65)}@example.org`],
  ['a place of one word', 'ada@localhost'],
  ['a place with nothing between two dots', 'ada@example..org'],
  ['a place that begins with a hyphen', 'ada@-example.org'],
  ['a part of a place that begins with one', 'ada@example.-org'],
  ['a place that ends with one', 'ada@example.org-'],
  ['something behind the place', 'ada@example.org>'],
])('%s is not an email address', (_, address) => expect(isMailAddress(address)).toBe(false))
