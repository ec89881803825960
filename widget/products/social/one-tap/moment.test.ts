import { expect, test } from 'vitest'
import { type Meaning, type Moment, meaningOf } from './moment.ts'

test.each<[string, Moment, Meaning]>([
  ['an empty word of a browser with FedCM', {}, 'nothing'],
  ['skipped', { isSkippedMoment: () => true }, 'gone'],
  ['dismissed', { isDismissedMoment: () => true, getDismissedReason: () => 'cancel_called' }, 'gone'],
  ['chosen', { isDismissedMoment: () => true, getDismissedReason: () => 'credential_returned' }, 'nothing'],
  ['not displayed', { isNotDisplayed: () => true, getNotDisplayedReason: () => 'opt_out_or_no_session' }, 'gone'],
  ['not registered', { isNotDisplayed: () => true, getNotDisplayedReason: () => 'unregistered_origin' }, 'refused'],
  ['displayed', { isNotDisplayed: () => false, isSkippedMoment: () => false }, 'nothing'],
])('the One Tap moment %s means %s', (_, moment, meaning) => {
  expect(meaningOf(moment)).toBe(meaning)
})
