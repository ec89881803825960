import { expect, test } from 'vitest'
import { type ArrivalHeaders, arrivalOf } from './arrival.ts'

const typed: ArrivalHeaders = {
  method: 'GET',
  host: 'papers.example',
  fetchSite: 'none',
  fetchDest: 'document',
  purpose: undefined,
  referer: undefined,
}
const bare = { fetchSite: undefined, fetchDest: undefined }

test.each([
  ['typed, or from a mail', {}, 'alone'],
  ['from a page of ours', { fetchSite: 'same-origin' }, 'own'],
  ['by a script of ours', { fetchSite: 'same-origin', fetchDest: 'empty' }, 'own'],
  ['by a program', bare, 'alone'],
  ['from a page of ours on a network without TLS', { ...bare, referer: 'http://papers.example/x' }, 'alone'],
  ['from another site', { fetchSite: 'cross-site' }, 'foreign'],
  ['from a sibling host', { fetchSite: 'same-site' }, 'foreign'],
  ['from another site on a network without TLS', { ...bare, referer: 'http://evil.example/' }, 'foreign'],
  ['by a referrer that is none', { ...bare, referer: 'papers.example' }, 'foreign'],
  ['as an image of ours', { fetchSite: 'same-origin', fetchDest: 'image' }, 'foreign'],
  ['in a frame', { fetchSite: 'same-origin', fetchDest: 'iframe' }, 'foreign'],
  ['to look', { method: 'HEAD' }, 'foreign'],
  ['before anybody comes', { fetchSite: 'same-origin', purpose: 'prefetch;prerender' }, 'ahead'],
] as const)('arrival classification: %s', (_, headers, arrival) =>
  expect(arrivalOf({ ...typed, ...headers })).toBe(arrival),
)
