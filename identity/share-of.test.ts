import { expect, test } from 'vitest'
import { identityShareOf } from './share-of.ts'

test.each([
  ['POST', '/sdk/v1/sessions/authenticate', 'session'],
  ['OPTIONS', '/sdk/v1/sessions/authenticate', 'session'],
  ['POST', '/sdk/v1/passwords/authenticate', 'password'],
  ['OPTIONS', '/sdk/v1/passwords/authenticate', 'password'],
  ['POST', '/sdk/v1/magic_links/email/login_or_create', 'sign-in'],
  ['GET', '/sdk/v1/users/me', 'sign-in'],
  ['POST', '/sdk/v1/events', 'event'],
  ['GET', '/sdk/v1/projects/bootstrap/public-token-test-1', 'page'],
  ['GET', '/widget.js', 'page'],
  ['POST', '/webhooks/twilio', 'webhook'],
  ['POST', '/console/sign-in', 'page'],
  ['GET', '/sdk/v1', 'page'],
])('%s %s uses the %s concurrency limit', (method, path, share) => {
  expect(identityShareOf(method, path)).toBe(share)
})
