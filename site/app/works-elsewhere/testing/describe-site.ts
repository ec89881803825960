import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { runCommand } from '@corroborate/server-kit/testing/server'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openAlexLine } from '../../../finding/works-import/testing/files.ts'
import { type RunningSite, runSite } from '../../../testing/index.ts'

/** An OpenSearch that a site is started with. */
export type Elsewhere = {
  /** Addresses of its nodes, as `SEARCH_URL` takes them. */
  searchUrl: string
  /** From now on it does not answer. */
  kill: () => Promise<void>
  close: () => Promise<void>
}

const command = fileURLToPath(new URL('../../commands/works-import.ts', import.meta.url))
const isSaid = 'Search service is currently unavailable.'

/** A line of a file that is imported. */
const line = (title: string): string =>
  `${openAlexLine('10.1000/axolotl', {
    display_name: title,
    primary_location: { source: { display_name: 'Journal of Salamanders' } },
  })}\n`

/** A whole site with its works in OpenSearch: started, filled by `works:import`, read, and run while OpenSearch is down. */
export const describeSiteWithWorksElsewhere = (name: string, start: () => Promise<Elsewhere>): void => {
  describe(name, () => {
    const folder = mkdtempSync(join(tmpdir(), 'works-elsewhere-'))
    let elsewhere: Elsewhere
    let site: RunningSite
    const settings = () => ({ SEARCH_URL: elsewhere.searchUrl })
    beforeAll(async () => {
      elsewhere = await start()
      site = await runSite(join(folder, 'data'), settings())
    })
    afterAll(async () => {
      await site?.stop()
      await elsewhere?.close()
      rmSync(folder, { recursive: true, force: true })
    })

    const page = (path: string) => fetch(site.origin + path, { headers: { accept: 'text/html' } })
    const search = (words: string) => fetch(`${site.origin}/search?q=${encodeURIComponent(words)}`)
    const firstFound = async (words: string): Promise<string | undefined> => {
      const answer = await search(words)
      expect([words, answer.status]).toEqual([words, 200])
      const { results } = (await answer.json()) as { results: { doi: string }[] }
      return results[0]?.doi
    }
    const bring = (file: string, text: string, ...words: string[]): Promise<string> => {
      const path = join(folder, file)
      writeFileSync(path, text)
      return runCommand(command, [...words, path], { DATA_DIR: join(folder, 'data'), ...settings() })
    }

    test('a new site finds the papers that come with it', async () => {
      expect(await firstFound('attention is all you need')).toContain('10.48550/arxiv.1706.03762')
      const read = await page('/10.48550/arxiv.1706.03762')
      expect(read.status).toBe(200)
      expect(await read.text()).toMatch(/<h1[^>]*>[^<]*Attention [Ii]s [Aa]ll [Yy]ou [Nn]eed/)
    })

    test('what is imported beside the running site is found, with its page, and what was there stays', async () => {
      await bring('more.jsonl', line('Axolotls regrow whole limbs'))
      await expect.poll(() => firstFound('axolotls regrow')).toContain('10.1000/axolotl')
      const read = await page('/10.1000/axolotl')
      expect([read.status, await read.text()]).toEqual([200, expect.stringContaining('Journal of Salamanders')])
      expect(await firstFound('attention is all you need')).toContain('10.48550/arxiv.1706.03762')
    })

    test('the changes of a night are shown after they were brought', async () => {
      await bring('night.jsonl', line('Axolotls regrow limbs and tails'), '--in-place', '--replace')
      await expect.poll(() => firstFound('axolotls tails')).toContain('10.1000/axolotl')
    })

    test('where nothing is found, that is said', async () => {
      const answer = await search('zzyzx quux frobnicate')
      expect([answer.status, (await answer.json()) as object]).toMatchObject([200, { results: [] }])
    })

    test('without the engine a search is unavailable, and never without results; pages of the site go on', async () => {
      await elsewhere.kill()
      for (const words of ['attention is all you need', 'zzyzx quux frobnicate']) {
        const answer = await search(words)
        expect([answer.status, await answer.text()]).toEqual([503, expect.stringContaining(isSaid)])
        expect(answer.headers.get('retry-after')).not.toBeNull()
        const read = await page(`/search?q=${encodeURIComponent(words)}`)
        expect([read.status, await read.text()]).toEqual([503, expect.stringContaining(isSaid)])
      }
      expect((await page('/')).status).toBe(200)
      // The paper may have a page, but the source is unavailable, so "not found" would be false.
      expect((await page('/10.1000/axolotl')).status).not.toBe(404)
    })
  })
}
