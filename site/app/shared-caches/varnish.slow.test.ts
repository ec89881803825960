import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '@corroborate/server-kit/testing/server'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type RunningSite, runSite } from '../../testing/index.ts'
import { hasVarnish, type RunningVarnish, runVarnish } from './testing/run-varnish.ts'

const paper = '/10.1038/171737a0'

describe.skipIf(!hasVarnish)(
  'Varnish in front of the site (skipped without the Debian packages varnish and varnish-modules)',
  () => {
    const folder = mkdtempSync(join(tmpdir(), 'corroborate-varnish-'))
    let site: RunningSite
    let varnish: RunningVarnish
    beforeAll(async () => {
      const port = await freePort()
      site = await runSite(folder, {
        CACHE_PURGE_URL: `varnish+http://127.0.0.1:${port}`,
        TRUSTED_PROXIES: '127.0.0.1',
      })
      varnish = await runVarnish(folder, { port, sitePort: Number(new URL(site.origin).port) })
    })
    afterAll(async () => {
      await varnish?.stop()
      await site?.kill()
      rmSync(folder, { recursive: true, force: true })
    })

    const ask = async (path: string, cookie = '') => {
      const answer = await fetch(varnish.origin + path, {
        headers: { accept: 'text/html', ...(cookie !== '' && { cookie }) },
        redirect: 'manual',
      })
      return {
        status: answer.status,
        cache: answer.headers.get('x-cache'),
        text: await answer.text(),
        headers: answer.headers,
      }
    }
    /** Votes as a new visitor. @returns their cookie */
    const vote = async (voteType: 'upvote' | 'downvote'): Promise<string> => {
      const answer = await fetch(`${varnish.origin}${paper}/vote`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', origin: site.origin },
        body: JSON.stringify({ voteType }),
      })
      expect([answer.status, await answer.json()]).toEqual([200, expect.objectContaining({ status: 'added' })])
      return (answer.headers.getSetCookie()[0] ?? '').replace(/;.*/, '')
    }

    test('a page is fetched once for all visitors, without a cookie or nonce', async () => {
      const first = await ask(paper)
      const second = await ask(paper)
      expect([first.status, second.cache, second.text === first.text]).toEqual([200, 'hit', true])
      expect(second.headers.getSetCookie()).toEqual([])
      expect(second.text).not.toContain('nonce=')
    })

    test('a vote is visible to its voter at once and to others after a purge, never as their own', async () => {
      await ask(paper)
      const cookie = await vote('upvote')
      const own = await ask(paper, cookie)
      expect(own.text).toContain('Thanks!')
      await expect.poll(async () => (await ask(paper)).text).toContain('1 reliable')
      const others = await ask(paper)
      expect(others.text).not.toContain('Thanks!')
      // A marked browser's script gets the shared page, and its own data by an uncached request.
      const marked = await ask(paper, `${cookie}; yours=1-2`)
      expect([marked.cache, marked.text]).toEqual(['hit', others.text])
      const yours = await ask(`/yours?path=${paper}`, `${cookie}; yours=1-2`)
      expect(yours.headers.get('cache-control')).toBe('private, no-store')
      expect(JSON.parse(yours.text).parts.vote).toContain('Thanks!')
      expect(JSON.parse((await ask(`/yours?path=${paper}`)).text)).toEqual({ reader: null, parts: null })
    })

    test('only listed addresses may purge', async () => {
      const purge = (headers: Record<string, string>) => fetch(varnish.origin, { method: 'PURGE', headers })
      expect((await purge({ 'surrogate-key': 'papers' })).status).toBe(200)
      expect((await purge({ 'surrogate-key': 'papers', 'x-forwarded-for': '192.0.2.1' })).status).toBe(403)
      expect((await purge({})).status).toBe(400)
    })

    test('with the site killed, readers get the stale page', async () => {
      const before = await ask(paper)
      await site.kill()
      await fetch(varnish.origin, { method: 'PURGE', headers: { 'surrogate-key': 'papers' } })
      for (let asked = 0; asked < 3; asked++) {
        const after = await ask(paper)
        expect([after.status, after.text]).toEqual([200, before.text])
      }
    })
  },
)
