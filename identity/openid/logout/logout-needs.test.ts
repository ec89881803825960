import { expect, test } from 'vitest'
import { logoutNeeds } from './logout-needs.ts'

test.each([
  ['nobody is signed in', { signedIn: null, hint: undefined, hinted: null }, 'nothing'],
  ['nobody is signed in any more', { signedIn: null, hint: 'h', hinted: 'ada' }, 'nothing'],
  ['anybody may have made the link', { signedIn: 'ada', hint: undefined, hinted: null }, 'consent'],
  ['the application proves whom it means', { signedIn: 'ada', hint: 'h', hinted: 'ada' }, 'nothing'],
  ['the application means somebody else', { signedIn: 'ada', hint: 'h', hinted: 'bob' }, 'refusal'],
  ['the hint is forged', { signedIn: 'ada', hint: 'h', hinted: null }, 'refusal'],
  ['the hint is forged and nobody is signed in', { signedIn: null, hint: 'h', hinted: null }, 'refusal'],
])('when %s', (_, given, needs) => {
  expect(logoutNeeds(given)).toBe(needs)
})
