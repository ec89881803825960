import { expect, test } from 'vitest'
import { rejectHostOrOrigin } from './mcp-call.ts'

const site = 'https://papers.example.org'
const local = 'http://localhost:5000'

test.each([
  [site, 'papers.example.org', undefined],
  [site, 'papers.example.org:443', undefined],
  [site, 'PAPERS.example.org', site],
  [local, 'localhost:5000', undefined],
  [local, '127.0.0.1:5000', 'http://localhost:5000'],
  [local, '[::1]:5000', 'http://127.0.0.1:5000'],
])('%s accepts requests to %s from %s', (own, host, origin) => {
  expect(rejectHostOrOrigin({ host, origin }, own)).toBeNull()
})

test.each([
  [site, undefined, undefined],
  [site, '', undefined],
  [site, 'evil.example.org', undefined],
  [site, 'papers.example.org.evil.example', undefined],
  [site, 'papers.example.org:8443', undefined],
  [site, 'localhost', undefined],
  [site, 'papers.example.org', 'https://evil.example.org'],
  [site, 'papers.example.org', 'http://papers.example.org'],
  [site, 'papers.example.org', 'null'],
  [site, 'papers.example.org', ''],
  [local, 'localhost:5001', undefined],
  [local, 'evil.example.org:5000', undefined],
  [local, 'localhost:5000', 'http://evil.example.org:5000'],
  [local, 'localhost:5000', 'http://localhost:3000'],
])('%s rejects requests to %s from %s', (own, host, origin) => {
  expect(rejectHostOrOrigin({ host, origin }, own)).toMatch(/^The (?:Host|Origin) header /)
})
