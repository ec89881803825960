import { expect, test } from 'vitest'
import { siteShareOf } from './site.ts'

test.each([
  ['GET', '/', 'page'],
  ['GET', '/10.1038/nature12373', 'page'],
  ['HEAD', '/10.1038/nature12373', 'page'],
  ['GET', '/10.1038/nature12373/cite/bibtex', 'page'],
  ['POST', '/10.1038/nature12373/vote', 'vote'],
  ['GET', '/10.1038/nature12373/vote', 'page'],
  ['GET', '/share/10.1038/nature12373.png', 'picture'],
  ['GET', '/search', 'search'],
  ['GET', '/api/v1/papers/10.1038/nature12373', 'program'],
  ['POST', '/api/v1/papers:batchGet', 'program'],
  ['GET', '/api', 'page'],
  ['POST', '/mcp', 'program'],
  ['GET', '/.well-known/oauth-protected-resource/mcp', 'program'],
  ['GET', '/authenticate', 'sign-in'],
  ['POST', '/authenticate', 'sign-in'],
  ['GET', '/login', 'sign-in'],
  ['POST', '/login', 'sign-in'],
  ['GET', '/logout', 'sign-in'],
  ['POST', '/stripe-webhook', 'call'],
  ['DELETE', '/10.1038/nature12373/watch', 'call'],
  ['GET', '/assets/every-page-x1.js', 'file'],
  ['GET', '/favicon.svg', 'file'],
  ['GET', 'http://elsewhere/', 'page'],
])('%s %s uses the %s concurrency limit', (method, path, share) => {
  expect(siteShareOf(method, path)).toBe(share)
})
