import type { HttpContext } from '@corroborate/server-kit/http'
import { expect, test } from 'vitest'
import { arrivalHeaders, onlyOne } from './asked.ts'

test('a parameter counts only if given once', () => {
  const read = (query: string) => onlyOne(new URLSearchParams(query), 'a')
  expect([read('a=1&b=2'), read('a='), read('b=2'), read('a=1&a=1')]).toEqual(['1', '', null, null])
})

test('the kind of navigation is derived from browser headers', () => {
  const comes = (headers: Record<string, string>) => {
    const header = (name: string) => headers[name.toLowerCase()]
    return arrivalHeaders({ req: { method: 'GET', header } } as unknown as HttpContext)
  }
  const nothing = {
    host: undefined,
    fetchSite: undefined,
    fetchDest: undefined,
    purpose: undefined,
    referer: undefined,
  }
  expect(comes({})).toEqual({ method: 'GET', ...nothing })
  const headers = { host: 'h', 'sec-fetch-site': 's', 'sec-fetch-dest': 'd', 'sec-purpose': 'p', referer: 'r' }
  const said = { host: 'h', fetchSite: 's', fetchDest: 'd', purpose: 'p', referer: 'r' }
  expect(comes({ ...headers, purpose: 'older' })).toEqual({ method: 'GET', ...said })
  expect(comes({ purpose: 'prefetch' })).toMatchObject({ purpose: 'prefetch' })
})
