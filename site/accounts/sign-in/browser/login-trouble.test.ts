import { expect, test } from 'vitest'
import { isResetDemand, isWorthLogging } from './widget-config.ts'

test.each([
  [{ error_type: 'reset_password', error_message: 'Please reset your password to go on.' }, true, false],
  [{ error_type: 'whatever', error_message: 'You must first reset your password.' }, true, false],
  [new Error('The password must be reset'), true, false],
  [{ error_type: 'weak_password', error_message: 'This password is too weak.' }, false, false],
  [{ error_type: 'unauthorized_credentials', error_message: 'Not right.' }, false, false],
  [{ error_type: 'too_many_requests', error_message: 'Too many.' }, false, true],
  [new Error('Unable to contact our servers.'), false, true],
  ['text', false, true],
  [null, false, true],
])('login error handling: %j', (error, demandsReset, worthLogging) => {
  expect([isResetDemand(error), isWorthLogging(error)]).toEqual([demandsReset, worthLogging])
})
