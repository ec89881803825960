import { expect, test } from 'vitest'
import { logoutNeeds } from './routes.ts'

const ada = { userId: 'ada', sid: 's1' }

test.each([
  ['nobody is signed in', { here: null, hint: undefined }, 'nothing'],
  ['nobody is signed in any more', { here: null, hint: ada }, 'nothing'],
  ['anybody may have made the link', { here: ada, hint: undefined }, 'consent'],
  ['the application proves which session it means', { here: ada, hint: ada }, 'nothing'],
  ['the application means another session of the person', { here: ada, hint: { ...ada, sid: 's2' } }, 'consent'],
  ['the application does not say which session it means', { here: ada, hint: { ...ada, sid: null } }, 'consent'],
  [
    'the person never signed in to the application in this session',
    { here: { ...ada, sid: null }, hint: { ...ada, sid: null } },
    'consent',
  ],
  ['the application means somebody else', { here: ada, hint: { userId: 'bob', sid: 's1' } }, 'refusal'],
  ['the hint is forged', { here: ada, hint: null }, 'refusal'],
  ['the hint is forged and nobody is signed in', { here: null, hint: null }, 'refusal'],
] as const)('logout confirmation when %s', (_, given, needs) => {
  expect(logoutNeeds(given)).toBe(needs)
})
